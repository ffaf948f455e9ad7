"""What an agent does with plain English besides answering: offer, hold, greet, correct, confirm.

Phrases in the language of `speech.phrases`. Words of a trade belong in the lexicon.
"""

OFFER = (
    (
        "(would|do|did) you (also|still|like|perhaps|maybe)? (like|want|prefer|need|care|"
        "care for|wish)"
    ),
    "(want|like|need) (me|us) to",
    "(shall|should|can|could|may|might|would) (i|we|you)",
    (
        "(i|we|you) (can|could|will|would|may|might|shall) (also|always|certainly|gladly|"
        "happily|go ahead and|just|then|even|still|now|definitely)? _"
    ),
    "let (me|us)",
    "(happy|glad|pleased|going|able|like|love|want|need|recommend|suggest|prefer|ready) to",
    "(how|what) about",
    "if you (would|want|need|prefer|are|like|wish|ever|do)",
    (
        "i am (just|also|now|currently|going to)? (transferring|connecting|sending|booking|"
        "putting|getting|setting|scheduling|adding|texting|forwarding|placing|arranging|"
        "passing|bringing)"
    ),
    "i would (recommend|suggest|love|like|be)",
    "(interested|interest) in",
    "allow me",
    "why do not (i|we|you)",
    "(option|options|alternative) (is|to|of|would|for|are)",
    "(need|want|like) (a|an|another|some|any|the)",
    "(go ahead and|feel free to)",
    "you (should|may want to|might want to)",
    "(please|hold) (hold)? while i",
    "one moment while i",
    "(recommend|suggest)",
    "ready to",
    "(or|and) (i|we) can",
)
"""A frame in which an act is offered, announced or suggested."""

HOLD = (
    (
        "(one|just a|just one|a|another|give me a|give me one) (quick|brief|short|more|"
        "little)? (moment|second|sec|minute|bit)"
    ),
    "(hold|hang) (on|tight)",
    "please (hold|wait|stand by)",
    "(bear|stay|stick) with me",
    "stand by",
    "let (me|us) (just|quickly|please|go ahead and|also|first|now|see)? _",
    (
        "i (will|am going to|am) (just|now|also|go ahead and|quickly|still)? (check|look|"
        "pull|verify|find|checking|looking|pulling|verifying|finding|working|see|get|getting|"
        "bring|bringing|book|booking|cancel|cancelling|process|processing|do|take|update|"
        "updating|add|adding|send|sending|set|setting|schedule|scheduling|put|make|run|"
        "running|submit|submitting|finish|finishing|save|saving|enter|entering|connect|"
        "connecting|transfer|transferring)"
    ),
    "i (will|am going to) (just|now|also|go ahead and|quickly|then)? _",
    "allow me",
    "while i (check|look|pull|verify|find|do|get|bring|finish|book|am|see|confirm|process)",
    "(happy|glad) to (check|look|find out|do that|take care)",
    "checking (that|on|now|for)",
    "working on (it|that)",
    "still (booking|working|checking|processing|cancelling)",
)
"""The agent asks for time, or says what it is about to do."""

HANDOVER = (
    (
        "let (me|us) (bring|get|connect|pass|transfer|put|hand|have|loop|pull) .. "
        "(specialist|team|colleague|desk|department|side|person|someone|somebody|expert|"
        "group|coordinator)"
    ),
    (
        "(bring|bringing|passing|handing|transferring|connecting) (you|in|this) .. "
        "(specialist|team|colleague|desk|department|side|expert|coordinator|over|to)"
    ),
)
"""Another voice is announced; the caller says again what it wants."""

GREET = (
    "(how|what) (can|may|could) (i|we) (help|assist|do)",
    "how (can|may) i direct",
    "(thank you|thanks) for (calling|holding|waiting)",
    "what (can i do|brings you|are you calling)",
    "how (are you|is it going|is your day)",
    "what is (your question|the reason for)",
    "(remind me|what was your question|repeat your question|could you repeat)",
    "(reason for|purpose of) your call",
)
"""The voice starts anew, or asks what the call is about."""

CORRECT = (
    "(actually|correction|apologies|apologize|misspoke|misspoken|mistaken)",
    "i was (wrong|mistaken|incorrect)",
    "let me correct",
    "scratch that",
    "(before|wait|oops)",
    "i (am)? sorry (i|that|but|it|about)",
    "my mistake",
    "hold on",
)
"""The agent takes something back or is not finished."""

CONFIRMING = (
    (
        "(is|are) (that|this|it|those|everything|all of that|the information|these) (all|"
        "information|still|details)? (right|correct|accurate|okay)"
    ),
    "(did|do) i (get|have|hear) (that|it|all of that|all that|all of it|everything|your)",
    "(does|do) (that|this|it|everything) (all)? (sound|look|work|match)",
    "(is|would) (that|this|it) (be)? (you|him|her|yours|your number|your name)",
    "can you (please|just)? confirm",
    "could you (please|just)? confirm",
    "(please|just to) (confirm|verify|double check)",
    "have i got",
    "do i have",
    "let me (confirm|read|repeat|make sure|verify)",
    "(am i|are we) (correct|right)",
    "(is|was) (that|this) it",
    "(all|everything) (is|'s)? good",
    "to confirm",
    "so (that is|i have|you are)",
    "(right|correct)",
)
"""The agent reads something back and wants a yes."""

READING_BACK = (
    "let me (just|quickly)? (confirm|read|repeat) (that|it|this|these|those|what i have)? (back)?",
    "(just)? to confirm",
    "(reading|read|repeating) (that|it|this|these|those) back",
    "(i have|i heard|i wrote) (that|it|this|you)? (down)? as",
)
"""The agent says what it understood; with the value in it, that alone wants a yes."""

CHECK_ME = (
    (
        "(tell|correct|stop) me if (that|this|it|any of that|anything|i) (is|'s|am|have|got|was)?"
        " .. (right|correct|wrong|off|mistaken|it)"
    ),
    (
        "(let me know|tell me|say) (if|whether) (that|this|it|all of that) (is|was|all)? "
        "(right|correct|okay)"
    ),
)
"""The agent asks to be put right, without a question mark."""

REPEAT = (
    "(say|repeat) (that|it|this|yourself|what you said) .. (again|more|time|please|slowly|slower)",
    "(repeat|repeating) (that|it|this|yourself|what you said)",
    "say (it|that)? (again|once more|one more time)",
    "(run|go) (that|over that) (by|past) me (again|once more)",
    "what (did|was it) you (just)? (say|said)",
    "(what|how) was that again",
)
"""The caller is asked, in a question or a request, to say its last words again."""

AGAIN = (
    "pardon (me)?",
    "come again",
    "sorry",
    "(what|how) (is|was) that",
    "(once|one) more (time)?",
    "(i|we)? (missed|just missed) (that|you|it|what you said|the last part|the last bit)",
    (
        "(i|we)? (did|could|can|do) not (quite|really|fully|just)? (catch|hear|get|understand|"
        "make out|follow) (that|you|it|all of that|what you said|the last part|everything)"
    ),
    "you (are|were) (breaking up|cutting out)",
    "(you|it|that) (broke up|cut out)",
)
"""The same, where nothing else stands in the clause."""
