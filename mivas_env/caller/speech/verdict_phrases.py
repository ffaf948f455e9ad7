"""How English grants, refuses and shrugs, whatever the matter. Shared by all industries.

Phrases in the language of `speech.phrases`.
"""

ALLOW = (
    (
        "(is|'s|are|be) (perfectly|totally|absolutely|completely|just|all|also|always|certainly|"
        "definitely|not)? (fine|good|okay|great|welcome|a go|good to go|no problem|no issue|"
        "no trouble|a problem|an issue|doable|possible|allowed|an option|a yes|all set|covered|"
        "usable|supported|no problem at all|no issue at all)"
    ),
    (
        "(no|not a|not any) (problem|issue|issues|trouble|problems|difficulty) "
        "(at all|whatsoever)? (there|here|with|using|for|at|either|bringing|in|on|doing)"
    ),
    "(is|'s|are) (definitely|actually|also)? one of (theirs|ours|them|those|the ones|our plans)",
    (
        "(we|they|you) (are|would be|will be) (not|all|perfectly|totally)? (good|fine|set|okay|"
        "covered|golden) (with|on|for|there|here|to|using|at|in)"
    ),
    (
        "(any|a|much) (trouble|problem|problems|issue|issues|difficulty) (at all)? (with|using|at|"
        "there|bringing|getting|doing)"
    ),
    (
        "nothing (is|'s)? (stops|stopping|keeps|keeping|prevents|preventing|against|wrong with|"
        "speaks against|holding) (you|him|her|that|it|us)? (back)? (from)?"
    ),
    "(that|it|this|which) (works|will work)",
    "(by all means|be our guest|you bet|go right ahead|go for it|sure thing|come on in)",
    "(is|'s|are) (all|definitely|fully)? (on board|fine|okay|comfortable|happy|cool) with",
    "(works|will work|would work|goes|will go) (fine|there|here|too|with|at|for|through|just)",
)
"""Leave, acceptance, possibility. "Not" within turns it; so does one before."""

REFUSE = (
    "(off|out of) (the table|limits|the question|bounds)",
    "no (can do|dice|go|such luck|way around|two ways about)",
    "hands are tied",
    "(against|breaks|violates) (our|the|company|office)? (own)? (rules|policy|policies|rule)",
    "not (be)? (allowed|permitted|possible|an option|in the cards|negotiable|up for)",
    "not going to (work|happen|fly)",
    "not (in|into) (the|that|this) .. (business|game)",
    "(will|does|do|would) not (work|fly|go through|happen|honor|cut it)",
    "never been (allowed|able|permitted)",
    "(turn|turns|turned|turning) (_|it|that|them) (away|down)",
    "no (exception|exceptions|exemptions)",
    (
        "not (something|anything|one|a thing|a service|a plan) (that)? (we|they|i|you|{named}) "
        "(can|could|do|will|may|are|would|accept|allow|offer|honor|take|does|am)"
    ),
    (
        "(i|we|they|you|nobody|office|{named}) (can|could|do|does|will|would|may|am|are) (just|"
        "simply|really)? not (able to|allowed to|going to)? (do|allow|make|offer|handle|help with|"
        "get into|bend) (that|it|this|those|them|one|such|any|exceptions)"
    ),
    "(would|will|must) have to (say no|refuse|decline|pass)",
)
"""Refusal, impossibility."""

SHRUG = (
    "in the dark",
    "(in no|not in a|not in any|not really in a) position to",
    "beats me",
    "guess is as good as mine",
    "(anybody|anyone) 's guess",
    "(a|one big|still a|kind of a) (big)? (question mark|mystery|blank|unknown)",
    "up in the air",
    (
        "no (telling|way of knowing|way of telling|way to know|way to tell|clue|insight|window|"
        "view|visibility|means of knowing|opinion|say in)"
    ),
    (
        "no way (for me to|for us to|i can|i could|we can|we could|that i can) (know|tell|say|see|"
        "judge|confirm|work|find|give)"
    ),
    "i have not (got|been given|seen)? (one|it|any|them|that)",
    "not get to (see|know|read|say|look)",
    (
        "(for|up to) (your|the|his|her|my)? (team|them|him|her) to (tell|say|share|answer|decide|"
        "explain|judge|go|read|work|settle)"
    ),
    (
        "not (want to|going to|like to|willing to|care to) (guess|mislead|speculate|steer|make|"
        "throw|put|give|quote|tell)"
    ),
    "out of (thin air|the air|my hat|a hat|nowhere)",
    "(making|make|made) (it|one|that|something|a number|a figure) up",
    (
        "not (really)? (something|anything|a thing|one|mine|ours|for me|for us|my place|my call|"
        "our call|up to me|up to us|a question) (that)? (i|we|to|for me|for us)? (can|could|"
        "am able|are able|have|get|am allowed)? (to)? (see|say|tell|judge|know|answer|share|"
        "speak|confirm|decide|look|read|make|comment|give|guess)"
    ),
    "(above|beyond|outside|over) my (pay grade|role|reach|knowledge|job|head|lane)",
    "(would|will|do) not (really)? (know|have a clue|have an idea)",
    (
        "(can|could|will|would) not (really|even|possibly|honestly|begin to)? (say|tell|know|"
        "judge|guess|comment|speak|see|answer|confirm|weigh in|read|give)"
    ),
    (
        "not (able|allowed|qualified|authorized|permitted) to (say|tell|judge|guess|comment|speak|"
        "answer)"
    ),
    "(have|has|got) (got)? (nothing|not anything) (to go on|to go by|on that|for you|here)",
    (
        "i (just|really|simply|honestly)? do not (just|really|simply|honestly)? have (one|it|them|"
        "any to give|any for you)"
    ),
    "not (in front of me|on my screen|on my end|shown to me|visible to me)",
)
"""The speaker does not know, or has no say."""
