"""How English takes a stance: doubt, promise, report, condition, look-up. Shared by all industries.

Phrases in the language of `speech.phrases`, grouped by what they do to the clause they
stand in. Words of a trade belong in the industry's lexicon, not here.
"""

HEDGE = (
    "should",
    "might",
    "may",
    "could",
    "maybe",
    "perhaps",
    "probably",
    "possibly",
    "potentially",
    "presumably",
    "hopefully",
    "likely",
    "supposedly",
    "apparently",
    "supposed to",
    "i (do|would)? (think|believe|guess|assume|suspect|imagine|expect|suppose|gather)",
    "i (am|would be) (guessing|assuming|thinking|inclined)",
    "my (guess|understanding|assumption|sense|impression|recollection)",
    "(guess|guessing|estimating)",
    "i want to say",
    "(seems|seem)",
    (
        "(appears|appear) (to|that|like|as|accepted|available|in|they|we|it|you|your|the|our|"
        "{named})"
    ),
    (
        "not (a)? (<num>|quite|entirely|completely|totally|absolutely|really)? (percent)? "
        "(sure|certain|positive|clear|confident)"
    ),
    "(unsure|uncertain|unclear)",
    ("(pretty|fairly|reasonably|almost|nearly|quite|relatively) (sure|certain|confident|positive)"),
    (
        "(as far as|so far as|from what|to the best of|best of) (i|my) (know|can tell|"
        "knowledge|recall|remember|understand)"
    ),
    "to my knowledge",
    "if i (recall|remember|am not mistaken)",
    "(last|when) i (checked|heard|looked)",
    "off the top of my head",
    "do not (quote|hold) me",
    "(chances|odds) are",
    "i would (say|think|guess|expect|imagine|assume)",
    ("(we|they|it|that|which|i|he|she|you|also|always|office|location|desk|{named}) used to"),
    (
        "(was|were|had been) (accepting|taking|honoring|participating|in network|"
        "contracted|offering|accepted|taken|welcomed)"
    ),
    "(last|previous|prior) (year|month|week|time)",
    "(<duration>|years|months|weeks) ago",
    "(back then|at one time|at some point|once upon)",
    "in theory",
    "(as)? good as (booked|cancelled|confirmed|done|gone|in|moved|sent|there|yours)",
    "(had|have) .. in mind",
    "rumor",
    "(do|can|could|did) not (see|imagine|think of) (why|any reason|a reason|how)",
    "(previously|formerly)",
    "in the past",
)
"""Doubt: what is said with these is no definite answer of any kind."""

SOFT = (
    "typically",
    "usually",
    "generally",
    "normally",
    "ordinarily",
    "often",
    "sometimes",
    "mostly",
    "in general",
    "tend to",
    "tends to",
    "would",
    "in (most|many|some) cases",
    "most of the time",
    "as a (general)? rule",
    "(depends|depending) on",
    "depends",
    "it varies",
    "(can|may) vary",
    "unless",
    "only if",
    "provided",
    "theoretically",
    "considered",
    "without (asking|checking with|clearing|talking to|speaking to)",
)
"""Generality: no definite yes or no, but still a price when a figure comes with it."""

WOULD_BE = (
    ("(that|it|this|which|there|they|answer|{named}) would (definitely)? be (a)?"),
    "that would (definitely)? be",
    "would (be|gladly|absolutely|certainly|definitely|love|happily)",
    "would like to (confirm|let you know|tell you)",
)
"""A polite "would" that takes nothing back."""

FUTURE = (
    (
        "(starting|beginning|effective|commencing) (in|on|from|as of|next|with|<date>|"
        "<weekday>|january|february|march|april|june|july|august|september|october|november|"
        "december|sometime|later|early|soon)"
    ),
    "(starts|begins) _ ..3 (on|in|from|next|as of|<date>)",
    (
        "as of (next|<date>|<weekday>|january|february|march|april|may|june|july|august|"
        "september|october|november|december)"
    ),
    (
        "(from|until|after|not until) (<date>|next week|next month|next year|january|"
        "february|march|april|may|june|july|september|october|november|december)"
    ),
    (
        "in (january|february|march|april|june|july|september|october|november|december|the "
        "future|the new year)"
    ),
    "next (month|year|quarter)",
    "in the (fall|spring|summer|winter|autumn|new year|coming|next)",
    (
        "(going to|will|to|about to) (start|begin|be accepting|be taking|be joining|be "
        "adding|be offering)"
    ),
    "later this (year|month|fall|summer|winter|spring)",
    (
        "(plan|plans|planning|hope|hopes|hoping|working|expected|expects|about|set|due) (to|"
        "on) (start|begin|accept|accepting|take|join|add|joining|adding|getting|be)"
    ),
    "(soon|not yet|eventually)",
    "in the (process|works)",
    "pending",
    "come (january|february|march|april|may|june|july|september|october|november|december)",
)
"""Not so today."""

UNKNOWN = (
    "(can not|could not|can never) (currently|yet)? be (confirmed|verified|determined|checked)",
    (
        "(nobody|no one|he|she|someone|somebody|people|everyone|folks|colleague|"
        "coworker|google|website|internet|they) (has|have|had|always|all|usually)? (told|"
        "said|says|say|mentioned|claims|claim|thinks|think|heard|believes|believe|swears)"
    ),
    "(i|we) (wish|hope|doubt|pray)",
    (
        "(unusual|strange|odd|surprised|surprising|rare|uncommon|unlikely|possible|"
        "impossible|conceivable) (for|if|that)"
    ),
    (
        "(can not|could not|unable to|not able to|do not|will not|not going to) (actually|"
        "really|fully|currently|yet|even)? (confirm|say|tell|verify|guarantee|promise|"
        "determine|answer|know|quote|speak|assure|state|advise|assert|make)"
    ),
    (
        "(can not|could not|will not|unable to|not able to|do not have|not have) .. "
        "(yes or no|yes or a no|no or a yes)"
    ),
    "(confirm|say|tell|verify|guarantee|know) (for certain|for sure) (if|whether|until|without)",
    "(do|does) not (guarantee|mean|confirm|say|specify|indicate|show whether|tell)",
    "not (a)? guarantee",
    "not (mean|say|imply) (that)?",
    (
        "do not (currently|actually)? have (that|the|any|this|a|access) (information|info|"
        "detail|details|answer|way|record|data|to)"
    ),
    "no (guarantee|guarantees|promise|way to|information|record|idea)",
    "(hard|difficult|impossible|too early|too soon) to (say|tell|know)",
    "(doubt|doubtful|wonder|wondering)",
    "without (checking|looking|verifying|confirming|knowing)",
    "(it is|that is) (conceivable|unlikely)",
    (
        "(it is|that is) (quite|very|entirely)? possible (that|they|we|he|she|you|it|there|your|"
        "the|our|{named})"
    ),
    "not sure (if|whether|that)",
    "(need|needs|have|has) to be (confirmed|verified|checked)",
    "(remains|yet) to be",
    "unconfirmed",
    "not (been)? (confirmed|verified)",
    "comes back (as)? (unconfirmed|unknown|undetermined)",
)
"""What follows is said not to be known."""

PERFORM = (
    (
        "i (can|could) (definitely|certainly|absolutely|gladly|happily|now|also|officially)? "
        "(confirm|verify|say|assure|see) (that|for you that|yes|it|here|the|our|"
        "{named}|you|there)"
    ),
    (
        "i can (definitely|certainly|absolutely|now|also)? (tell you|share|report|let you "
        "know|assure you|add)"
    ),
    (
        "i am (very|so|really|also|just)? (happy|glad|pleased|able|delighted|excited|calling|"
        "sorry) to (confirm|tell you|say|report|let you know|share|inform you)"
    ),
    "i (have)? (just)? (confirmed|verified|checked|looked|found|see|got)",
    "i am (showing|seeing|getting)",
    "i (do|did)? (mean|meant)",
    "i do (see|show)",
    "i can see",
    "i want to (let you know|be clear|confirm that)",
    "i will (just)? (say|tell you) (that|yes|no)",
    ("(just)? to (confirm|be clear|clarify|recap|answer) (that|your question|yes|{named})?"),
    "happy to (say|report|confirm that|let you know|tell you)",
    "i would like to (confirm that|let you know|tell you)",
)
"""Words that perform the telling: what follows is asserted."""

PROMISE = (
    "let (me|us)",
    "allow me",
    "give me",
    "i (will|shall)",
    (
        "i am (just|also|now|currently|still)? (going to|gonna|checking|looking|pulling|"
        "trying|about to|verifying|confirming|getting|bringing|working|reviewing|searching|"
        "finding|opening|running|passing|connecting|transferring|putting|sending)"
    ),
    (
        "i (can|could) (also|certainly|definitely|absolutely|gladly|happily|go ahead and|"
        "just|try to|quickly|actually|then|at least|still|only)? _"
    ),
    ("i would (also|certainly|absolutely)? (be|love|need|have|want|like|recommend|suggest|prefer)"),
    "i (just|first|still|also|will|would)? (need|have|want|ought|got) to",
    "i am (also|more than|always|very|so)? (happy|glad|pleased|here|able|available) to",
    "(happy|glad|pleased) to (help|check|assist|look|see|find|do|take|answer|verify|get)",
    (
        "we (will|can|could|would) (also|just|then|certainly)? (check|look|find out|verify|"
        "get back|let you|call|see if|see whether|reach|ask|help|assist)"
    ),
    (
        "(one|just a|just one|a|another) (quick|brief|short|more|little)? (moment|second|sec|"
        "minute|bit)"
    ),
    "(hold|hang) (on|tight)",
    "please (hold|wait|stand by)",
    "bear with",
    "stand by",
    "while (i|we|you|they)",
    "in order to",
)
"""Something to come: a promise, an announcement, an offer of the speaker."""

QUOTE = (
    (
        "you (are|were|have been) (just|also|actually)? (asking|wondering|calling|inquiring|"
        "hoping|looking for|looking to|looking into|interested|checking|trying|saying|"
        "curious|wanting)"
    ),
    (
        "you (just|also|had|have|would|only)? (asked|ask|want|wanted|like|needed|"
        "mentioned|mention|said|say|told|wish|wondered|inquired)"
    ),
    (
        "you (just|also|only)? need (to know|to hear|to find out|an answer|a yes|a definite|"
        "a straight|information|help|an office|a location|a place|someone)"
    ),
    (
        "(your|the) (original|main|actual|first)? (question|request|concern|inquiry|ask) (is "
        "to|is about|is whether|is if|is that|is how|is when|was|about|regarding|on|of|whether|if)"
    ),
    "(asking|wondering|inquiring|calling|asked|question) (me|us)? (about|if|whether|regarding)",
    "i (understand|hear|heard|see|know|realize|gather|take it) (that)? (you|your question)",
    "i (completely|totally|fully|do|can)? (understand|appreciate|hear)",
    (
        "to (see|check|verify|find out|determine|know|ensure|double check|make sure|look "
        "into|figure out|look up) (if|whether|that|which|what|how|the|on|about|your|our)?"
    ),
    (
        "(see|check|verify|find out|determine|determines|know|ask|tell|sure|learn|confirm|decides|"
        "decide|explains|controls|affects) (you|us|me|"
        "them|with them|to see)? (if|whether|which|what|how|when|where|who)"
    ),
    (
        "(questions|question|information|info|details|help|help you|assist you|assist|"
        "inquiry|policy|policies|list|lists|rules) (about|with|regarding|on|for)"
    ),
    "when it comes to",
    (
        "(seeing|checking|verifying|confirming|looking|finding|asking|wondering|reviewing|"
        "reading) (at|into|up|out|on)? (if|whether|which|what|how|when|where|who)"
    ),
    (
        "(what|which) (plans|plan|offices|office)? ({named}|they|we|it) "
        "(takes|take|accepts|accept|will|does|do|is|are)"
    ),
    "(the|a|this) (topic|subject|matter|question) of",
    "hear that",
)
"""Somebody's wish or question is reported: what follows is not asserted."""

CONDITION = (
    "if",
    "whether",
    "in case",
    "assuming",
    "suppose",
    "supposing",
    "providing",
    "(as|so) long as",
)
"""A condition: nothing in it is asserted and nothing in it binds."""

TEMPORAL = (
    "when",
    "once",
    "until",
    "till",
    "before",
    "after",
    "as soon as",
    "whenever",
    "while",
    "by the time",
    "the (minute|second|instant|moment) (that)? (you|it|that|we|they|i|he|she)",
    "(every|each) time",
)
"""A time to come: nothing in it is asserted, though what it names is named."""

UNDERMINE = (
    "(heard|hear|heard of) (that|it|this|those) (one|line|before)? (before|too|a lot|often)?",
    "if only",
    "what (they|people|folks|you) (all|always)? (say|hear)",
    "let me (just|quickly|go ahead and|please)? (take a|have a)? (quick)? (look|see|pull|find out)",
    (
        "(i|we) (would|will|do|just|still)? (have|need|want|like|got) to (double|first|still|"
        "also)? (check|verify|confirm|make sure|look|find out|ask)"
    ),
    (
        "let me (just|quickly|go ahead and|please)? (double|also)? (check|verify|confirm|"
        "make sure|look into)"
    ),
    (
        "(i|we) (will|can|could) (just|also|go ahead and)? (double|triple)? (check|verify|"
        "confirm|make sure)"
    ),
    "(could|might|may) be (wrong|mistaken)",
    "(that|which) is (not true|untrue|false|a lie|not so)",
    "(it|that|this) is not (you|yours)",
    "i (would|am) (be)? (just|only|really)? (guessing|estimating|speculating)",
    "do not (quote|hold) me",
    (
        "not (a)? (<num>|quite|entirely|completely|totally|absolutely|really)? (percent)? "
        "(sure|certain|positive)"
    ),
    "i (do|would)? (think|believe|guess|assume|suspect|suppose)",
    "(probably|maybe|perhaps|possibly|hopefully|likely|presumably)",
    "at least i (think|believe)",
    (
        "(subject|needs|need|has|have) to (be)? (verification|confirmation|confirmed|"
        "verified|checked)"
    ),
)
"""Second thoughts of the speaker about what was just said."""

CLAIM = (
    "it (shows|says|indicates|confirms) (that|here|you|yes|{named})",
    (
        "i (have)? (just|already|also|now|actually|personally|went ahead and)? (checked|"
        "looked|verified|confirmed|pulled|ran|reviewed|searched|queried|double checked|found|"
        "run|looked up)"
    ),
    "(checked|verified|confirmed|looked) (it|that|this|on that|into|with|in|the|our|up)",
    (
        "(our|the|my|your) (system|computer|screen|record|records|file|files|database|"
        "account|look up|lookup|search|check|software|results|result|schedule|directory|"
        "portal|tool|page|directory|list) (here|now|just|also|actually|currently|still|does|did|is|"
        "'s|has|have|clearly)? (shows|show|says|say|said|indicates|indicate|confirms|confirm|"
        "confirmed|lists|list|tells|showing|saying|telling|confirming|indicating|came|comes|"
        "come|returned|returns|gives|has|reads|reflects|reports|approved|shows that|displays|"
        "coming)"
    ),
    (
        "(it|that|this|they|which|she|he|you|{named}) (is|are|'s) "
        "(showing|coming back|coming up|showing up|pulling up|listed|reading)"
    ),
    "(it|that|this|everything|which) (just|has|all)? (came|comes|come) (back|up|through)",
    (
        "(came|come|comes|coming) (back|up) (as|with|that|a|and|yes|no|approved|eligible|"
        "available|positive|clear|showing)"
    ),
    (
        "(on|in|from|according to|per|based on|through|with) (my|our|the|your) (end|screen|"
        "system|computer|records|record|file|files|database|account|software|look up|"
        "lookup)"
    ),
    "(looks|looking) like",
    (
        "(looking|look|looked) at (my|our|the|your) (screen|system|computer|records|record|"
        "file|account|end|list)"
    ),
    "i (did|do) (just|already)? (check|look|verify|confirm|see|run)",
    (
        "i (can|do|am)? (see|seeing|see here|show|showing|have) (here|that|it|you|in|on|the|"
        "{named}|a)"
    ),
    "(see|seeing|have it|got it|shows|listed) (right)? here",
    "i am (seeing|showing|looking at|reading|getting)",
    "(have|had|took|taken|having) (had)? a (quick|good|closer)? look",
    "i am (getting|seeing|showing) (a|it as)? (yes|no)",
    "(having|after) (checked|checking|looked|looking)",
    "(gone|went|been) (back)? (through|over) (it|that|this|them|everything|all of it)",
    "(just)? (checked|looked up|verified|confirmed)",
    "(just|already) (looked|ran|pulled)",
    "(system|screen|computer) (shows|says|confirms|indicates)",
    "(pulled|pulling) (it|that|this|up)",
)
"""The speaker says that the answer was looked up."""

OTHERS = (
    (
        "(my|our|her|his) (own)? (kid|kids|son|daughter|child|sister|brother|mom|mother|dad|father|"
        "husband|wife|neighbor|friend|cousin|aunt|uncle|boss)"
    ),
    "(neighbor|friend|coworker|colleague|cousin|boss) 's",
    "(another|different|other|last|previous) (caller|person|customer|client)",
    "(somebody|someone|anybody|anyone|everybody|everyone|people) else",
)
"""Somebody else than the person on the line."""
