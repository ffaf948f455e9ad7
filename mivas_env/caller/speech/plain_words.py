"""Sets of plain English words that hearing sorts clauses by. No trade, no phrases."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


NEGATORS = word_set("cannot hardly neither never no nobody none nor not nothing unable without")
"""Words that turn the cue after them."""
PARTICLES_YES = word_set("affirmative correct indeed yes")
"""A plain yes."""
WEAK_YES = word_set("absolutely certainly course definitely exactly right totally")
"""A yes only with more behind it ("absolutely, let me check" is none)."""
LEADS = word_set(
    """
    actually again alright also and as fortunately good great hello hey hi just luckily no now
    oh okay perfect please so sorry sure thank thankfully thanks then uh um unfortunately well
    wonderful yes
    """
)
"""Words that may stand before a question or an answer without changing it."""
AUXILIARIES = word_set(
    """
    am are can could did do does had has have is may might shall should was were will would
    """
)
"""Verbs that open a question, or close a short answer ("they do")."""
WH = word_set("how what when where which who whom whose why")
"""Words that open a question of content."""
SUBJECTS = word_set("he i it she that there these they this those we you")
"""Pronouns that begin a finite clause."""
ADVERSATIVES = word_set("although but except however though whereas yet")
"""Words that begin a clause of another mind."""
FILLER = word_set(
    """
    's a about absolutely actually affirmative afraid again ah all also am an and answer are
    as asking at be both branch by can certain certainly confirmed correct course
    definite definitely did do does either even exactly fact for fortunately from glad good
    great happy he hello here hey hi hmm i in included includes including indeed is it itself just
    location looking luckily ma'am matter me meaning meant miss mm mr mrs ms namely news no not
    now of office offices oh okay on one only our particular particularly perfect please question
    referring right sadly she sir site so sorry speaking specific specifically still sure
    talking thank thanks that the then there these they this those through to too totally uh
    um unfortunately was we well with wonderful would yeah yep yes you your
    """
)
"""Words that carry no answer of their own; a clause of only these and names is a bare answer."""
COURTESY = word_set(
    """
    all any clear does do everything fine for good great help helpful helps how is it make makes
    now of okay perfect questions right sense so sound sounds that this today with work works you
    your
    """
)
"""Words of a question that asks for nothing ("does that make sense?", "is that all right?")."""
FUNCTION_WORDS = (
    AUXILIARIES
    | SUBJECTS
    | word_set(
        """
        's a about after all an and any anything as at be been before both but by during for
        from half her his if in into me my nothing of on one or our out over past per since
        so something than the their them then through to until up us with your
        """
    )
)
"""The glue of English; speech of some length without it is a pile of words."""
FIGURE_CLASSES = word_set("<money> <date> <weekday> <time> <duration> <num>")
"""Class words of figures; a question never asks "is <money> …"."""
