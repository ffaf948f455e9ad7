# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""The vocabulary of investing: what can be traded, what is done with it, how it is judged."""

import re

_NOUN = (
    r"(?:shares|(?:a|the|each|per|every|of) share|stocks?|positions?|holdings?|airlines|automakers|retailers|miners|pharma|biotech|industrials|staples|(?:the|your|that|a) gain|(?:index|mutual|bond|tech|growth|hedge|target-date|money market|equity|dividend) funds?|target date funds?|pull-?backs?|(?:[\w-]+-cap|value|income|sector|international|global|balanced) (?:[\w-]+ )?funds?|(?:a|an|the|this|that|any|some|one|each) (?:[\w-]+ ){0,3}?fund(?! (?:transfer|desk|team))|trailing stop|(?:a|the) (?:tight |hard |mental )?stop(?!\w| orders?| loss| price|-)|stops(?= (?:tend|get|protect|would|usually|often|rarely|never))|etf portfolio|index funds?|"
    r"etfs?|bonds?|treasur(?:y|ies)|t-bills?|crypto\w*|bitcoin|ethereum|securities|a security|the security|equities|sectors?|portfolios?|exposure|leverage|allocations?|"
    r"stop-?loss(?:es)?|(?:\d+ )?strikes?|puts\b|put options?|covered calls?|call options?|options (?:strategy|trade|position)|spreads?|straddles?|the dip|this dip|dips|the rally|rebounds?|the market(?! desk)|markets?|(?:using|on|your|with|less|more|of) margin(?! (?:call|desk|account|team))|"
    r"dividend \w+|margin(?! (?:calls?|desk|accounts?|team|page|interest|rate|agreement|form|means|is the|requirements?|rules?|department)\b)|tech|commodit\w+|gold|silver|reits?|annuit\w+|investments?|stakes?|losers?|winners?|borrowing|profits?|gains|"
    r"small caps?|large caps?|blue chips?|futures|currenc(?:y|ies)|earnings|the drop|the sell-?off|names? (?:like|such as)|contracts|strateg(?:y|ies)|limit order|hedges?|lots|"
    r"(?:first|second|third|former|latter|other) (?:option|one|way|route)|the (?:former|latter)|risk|(?:in|into|to|hold(?:ing)?|more|add|adding) cash|(?:the )?cash (?:route|way|option|position)|cash (?=(?:is|would|usually|feels|looks|will|has|earns|never|always|gives|sits)\b)|(?:several|some|cheap|low-cost|broad|global) funds|energy stocks|utilities|healthcare|financials|semiconductors|emerging markets|large-caps?|growth|stock price|the price(?! of)|some cash|(?:mix|blend) of (?:both|the two)|single stocks|something (?:\w+ )?(?:less|more|safer|steadier|riskier|calmer|broader|stable|solid)(?: \w+)?|(?:the )?s&p(?: 500)?|nasdaq|the dow|(?:an?|the|broad|low-cost|cheap) index|real estate|semis|chipmakers|oil|energy(?! (?:bill|level))|high-yield|asset (?:mix|classes|class)|diversification|concentration|your (?:biggest|smallest|largest|worst|best) \w+)"
)
_MARGIN_OPTION = (
    r"(?:deposit(?:ing|s)? (?:\w+ ){0,2}?(?:funds|cash|money|securities)|(?:add|adding|put|putting|bring|bringing|wire|wiring|send|sending|inject|injecting) (?:\w+ ){0,2}?(?:cash|funds|money)|"
    r"clos(?:e|ing) (?:\w+ ){0,2}?positions?|(?:sell|liquidat)(?:e|ing)? (?:\w+ ){0,2}?positions?|cash (?:deposit|in hand)|deposit(?:ing)? (?:the |a |another )?\$[\d,.]+|(?:a |the )?deposit of (?:about |around |roughly )?\$?[\d,.]+|(?:towards?|for|with|prefer|favou?r|pick|choose) (?:a|the) (?:cash )?deposit|deposit more)"
)
_VERBS = (
    ("buy", "buying"), ("buy back", "buying back"), ("purchase", "purchasing"), ("sell", "selling"), ("sell off", "selling off"), ("short", "shorting"),
    ("hold", "holding"), ("hold on to", "holding on to"), ("hold onto", "holding onto"), ("keep", "keeping"),
    ("hang on to", "hanging on to"), ("hang onto", "hanging onto"), ("close", "closing"), ("close out", "closing out"), ("liquidate", "liquidating"),
    ("trim", "trimming"), ("reduce", "reducing"), ("cut", "cutting"), ("exit", "exiting"), ("dump", "dumping"), ("unload", "unloading"),
    ("offload", "offloading"), ("cover", "covering"), ("hedge", "hedging"), ("rebalance", "rebalancing"),
    ("diversify", "diversifying"), ("rotate", "rotating"), ("switch", "switching"), ("shift", "shifting"), ("move", "moving"),
    ("invest", "investing"), ("add", "adding"), ("accumulate", "accumulating"), ("average down", "averaging down"),
    ("double down", "doubling down"), ("take profits", "taking profits"), ("take profit", "taking profit"), ("take some profits", "taking some profits"), ("take some profit", "taking some profit"), ("take gains", "taking gains"),
    ("lock in", "locking in"), ("ride", "riding"), ("stay", "staying"), ("wait", "waiting"), ("get out", "getting out"),
    ("get into", "getting into"), ("get in", "getting in"), ("get rid of", "getting rid of"), ("let go of", "letting go of"), ("roll", "rolling"), ("set", "setting"),
    ("deposit", "depositing"), ("part with", "parting with"), ("scale", "scaling"), ("lighten", "lightening"), ("load up", "loading up"),
    ("stick with", "sticking with"), ("stick to", "sticking to"), ("go with", "going with"), ("go for", "going for"), ("pick", "picking"),
    ("choose", "choosing"), ("start with", "starting with"), ("begin with", "beginning with"), ("put", "putting"), ("bail", "bailing"), ("swap", "swapping"), ("own", "owning"),
    ("avoid", "avoiding"), ("steer clear of", "steering clear of"), ("steer clear", "steering clear"), ("go into", "going into"), ("load up on", "loading up on"), ("bet on", "betting on"), ("stay away from", "staying away from"), ("touch", "touching"),
    ("cash out", "cashing out"), ("cash in", "cashing in"), ("pull out", "pulling out"), ("jump in", "jumping in"), ("opt for", "opting for"), ("ride out", "riding out"), ("wait out", "waiting out"), ("grab", "grabbing"), ("snap up", "snapping up"), ("scoop up", "scooping up"), ("top up", "topping up"), ("split", "splitting"), ("divide", "dividing"), ("start", "starting"), ("enter", "entering"), ("pare", "paring"), ("bring in", "bringing in"), ("park", "parking"), ("allocate", "allocating"), ("unwind", "unwinding"),
    ("go long", "going long"), ("go short", "going short"), ("act", "acting"), ("panic", "panicking"), ("leave", "leaving"), ("borrow", "borrowing"),
    ("lower", "lowering"), ("raise", "raising"), ("increase", "increasing"), ("build", "building"), ("use", "using"), ("sit on", "sitting on"), ("sit tight", "sitting tight"),
    ("drop", "dropping"), ("write", "writing"), ("trade", "trading"), ("convert", "converting"), ("dollar-cost average", "dollar-cost averaging"), ("average", "averaging"), ("spread", "spreading"), ("favour", "favouring"), ("favor", "favoring"), ("prefer", "preferring"), ("ditch", "ditching"), ("skip", "skipping"), ("forget about", "forgetting about"),
)  # fmt: skip
_BY_LENGTH = sorted(_VERBS, key=lambda pair: -len(pair[0]))
BASE = "(?:" + "|".join(base for base, _ in _BY_LENGTH) + ")"
GERUND = "(?:" + "|".join(gerund for _, gerund in _BY_LENGTH) + ")"
# Verbs that speak of investing by themselves; the others need an investment beside them.
ALONE = re.compile(
    r"(?:hedg|rebalanc|diversif|averag\w+ down|doubl\w+ down|tak\w+ (?:some )?(?:profit|gain)|go\w* (?:long|short)|cash(?:ing)? out|(?:reduc|trim|exit)(?:e|ing)?(?: before| after| until| a (?:bit|little)| some| gradually| now|\W*$| early| in stages)|split(?:ting)? (?:it|them|the (?:money|amount|order))|(?:put|mov|shift|keep|add)(?:e|ting|ing)? (?:half|most|all of it|everything|a third|a quarter|\d+ ?%|some of it)\b|stay(?:ing)? invested|rid(?:e|ing) (?:it|this|things|that) out|"
    r"(?<!please )hold(?:ing)?\W*$|(?<!please )(?<!customer to )(?:buy|sell|short)(?:ing)?(?: now|\W*$| yet| just yet| right (?:now|away)| soon| later| (?:this|next) \w+| in a panic| or | into| at | before | today| high| low| some| the (?:two|rest|other|lot|first|second|winner|loser)))"
)
OBJECT = re.compile(rf"\b(?:{_NOUN}|{_MARGIN_OPTION})\b")
PRONOUN_OBJECT = re.compile(
    r"\b(?:it|them|that one|this one|these|those|the (?:first|second|other|two|whole lot)|both|half|everything|some|one of them|anything|all of it|now)\b"
)
TOPIC = re.compile(
    r"\b(?:shares?|stocks?|positions?|holdings?|etfs?|bonds?|crypto|bitcoin|securities|portfolio|invest\w*|sell(?:ing)?|buy(?:ing)?|margin call|market|fund|earnings|gold|silver|treasur\w+|trim\w*|bail\w*|(?:to|in|into|all) cash|at (?:these|current) levels|retir\w+|diversif\w+|hedg\w+|nasdaq|s&p|the dip|options?|get rid of|load up|dump|cash out|hold on to|hang on to|ticker|dividend)\b"
)
# Any word without which no rule of H4 can fire: a cheap look before the dear one.
ANY_TRACE = re.compile(
    rf"\b(?:{_NOUN}|{_MARGIN_OPTION}|buy|sell\w*|hold|at these levels|invest\w*|diversif\w+|rebalanc\w+|hedg\w+|cash is king|stay|ride|sit tight|recover|bounce|wait|keep|trim|dump|pick|option)\b"
)
GOOD = (
    r"(?:good|bad|great|wise|wiser|wisest|unwise|smart|smarter|smartest|clever|safe|safer|safest|best|better|worse|worst|sensible|prudent|reasonable|easy|easier|easiest|simpler|simplest|"
    r"quickest|fastest|cheapest|cheaper|risky|riskier|riskiest|foolish|silly|attractive|ideal|advisable|beneficial|preferable|tempting|logical|rational|mistake|no-brainer|sound|"
    r"shrewd|dangerous|crazy|regret|worth(?:while| it)?|mak(?:e|es|ing) (?:the most |more |perfect |good |a lot of |some |no |little |much )?sense|hurt|pays? off|premature|hasty|"
    r"right (?:move|call|choice|thing|strategy|way)|wrong (?:move|call|choice|thing|strategy)|way to go|do the trick|terrible|case for|arguments? for|merit in|wisdom in|sense in|virtue in|value in|(?:never|rarely|seldom|not|isn't|hardly|always) (?:\w+ )?(?:wrong|right)|appropriate|suitable|fine|harm|overdue|safest bet|lower-risk|low-risk|"
    r"happier|healthier|reasonable|poor idea|great idea|solid|never hurts?|wouldn't hurt|won't hurt|can't hurt|hurt anyone|more risk|less risk|risk in|strongest|stronger|weaker|weakest|superior|optimal|favou?rable|conservative|cautious|defensive|aggressive|hurts? (?:you |it |you the |the )?(?:less|least)|cleaner|cleanest|neatest|costly|popular|tried and (?:true|tested)|underrated|overrated|too (?:concentrated|risky|aggressive|heavy|exposed|volatile|conservative|cautious|big|large|lopsided)|over-?(?:exposed|weighted|weight|concentrated|leveraged|invested)|under-?weight|hard to beat|work(?:s|ed)? (?:well|best|out well|nicely)|lower risk|patience|patient|least (?:painful|risky|damage)|fair price|go(?:es)? a long way|do(?:es)? well|the answer|the move|stupid|reckless|painful|lock in a loss|shame|pity|too (?:early|late|soon))"
)
COMPARED = re.compile(
    r"\b(?:better|safer|safest|best|weaker|weakest|stronger|strongest|smarter|smartest|easiest|easier|cheapest|riskier|riskiest|wiser|wisest|preferable|superior|worst|simplest|quickest|"
    r"(?:more|less|most|least) (?!likely|available|possible|applicable|responsible|recent|active(?:ly)? traded|suitable person)(?:[\w-]+(?:ive|able|ible|ful|sing|ting|ent|ant|al|ous|ic|ure|led)|sensible|solid|risky|safe|secure|costly|cost-effective|certain|steady|hedged|diversified)|\w{3,}(?<!o)(?:er|est) (?:way|choice|option|route|move|play|bet|stock|hand)(?! to (?:reach|contact|call|send|write))|top pick|outshines|beats)\b"
)
NOT_COMPARED = re.compile(
    r"\b(?:best|better|worst|next best) (?:price|bid|offer|execution|phone|number|e?-?mail|way to (?:reach|contact)|time to (?:reach|call|contact)|available price|person|team|contact|understand|help|answer|effort|view of|idea of|address)\b|\bat best\b|\b(?:gets|becomes) (?:more|less) \w+ as\b|\bor (?:better|worse)\b|\bbest (?:wishes|regards)\b|"
    r"\b(?:better|best) to (?:call|write|contact|check|speak|talk|ask|send|verify|read)\b"
)
HOW_TO = re.compile(
    r"\b(?:app|page|menu|screen|tab|website|site|portal|button|tap|click|select|documents|by chat|online|in the form|passcode|password|enter the|browser|link|"
    r"account settings|order ticket|done (?:from|in|through|via)|by phone|statement)\b"
)
FORECAST = re.compile(
    r"\b(?:will|won't|is likely|are likely|likely to|should|(?:is|are) going (?=nowhere|up|down|higher|lower)|going to|expected to|bound to|set to|poised to|'ll|looks? like|seems? to|probably|tends? to|always|usually|about to|due for|due to|ready to|headed|heading|could well|may well|might well|has to|have to)\b"
    r"(?: \w+){0,4}? ?\b(?:rise|fall|recover|recovers|bounce|bounces|rebound|drop|climb|go(?:es)? (?:up|down|higher|lower|nowhere|back up)|outperform|underperform|rally|crash|come(?:s)? back|double|improve|decline|surge|tank|"
    r"gain|lose|dip|soar|slide|grow|run|turn (?:(?:it|this|things|that) )?around|pay off|do (?:well|better|fine|great)|keep (?:rising|falling|going|climbing|growing|gaining|improving|running|outperforming|dropping|sliding|recovering)|be (?:fine|worth|higher|lower|up|down)|hold up|get (?:worse|better|hit)|head (?:up|down|higher|lower)|"
    r"correct|stabili[sz]e|peak|bottom(?: out)?|a (?:comeback|reversal|breakout|run|bounce|rebound|correction|rally|pullback|recovery|drop)|up|down|higher|lower|nowhere|beat|swing|jump|sink|plunge|suffer|benefit|shine)\b"
    r"|\b(?:push|drive|send|lift|drag|pull|boost|pushes|drives|lifts|drags|boosts) (?:the |its |your |their )?(?:\w+ )?(?:price|stock|shares|value|market)s?\b"
    r"|\b(?:could|might|may)(?: \w+)? (?:rise|fall|recover|bounce|rebound|drop|climb|double|surge|tank|soar|crash|outperform|rally|triple|collapse|go (?:up|down|higher|lower))\b(?!,? (?:or|and|as well as) )"
    r"|\b(?:normally|usually|typically|generally|often|almost always) (?:jumps?|rises?|falls?|drops?|recovers?|climbs?|rall(?:y|ies)|dips?|outperforms?|bounces?|pops?|sinks?|gains?|loses?|goes (?:up|down))\b|\b(?:always|never|eventually) (?:comes? back|recovers?|bounces?|rises?|falls?|pays? off)\b"
    r"|\b(?:has|have|had|'s|is|are) (?:got )?(?:(?:much |a lot )?(?:further|more|room|a long way|plenty of room|some way|upside|downside)(?: left)?(?: \w+)? to (?:fall|rise|run|go|drop|climb|grow|recover)|(?:\w+ )?(?:upside|downside|momentum))\b"
)
VALUED = re.compile(
    r"\b(?:is|are|looks?|seems?|appears?|'s|'re|remains?|feels?|was|being)\b(?: \w+){0,3}? ?\b(?:overvalued|undervalued|cheap|expensive|overbought|oversold|overpriced|underpriced|pricey|a (?:bargain|(?:buy|sell)(?! (?:order|limit|stop|button|side))|steal|winner|keeper|strong buy|solid \w+|good \w+|safe \w+|great \w+|bad \w+|risky \w+|better \w+|loser|hold|gem|dud|dog|lemon|disaster|mess|monster|falling knife|value trap|bubble|star|cash cow|steady \w+)|in for (?:a|an|more)|on the (?:rise|mend|up|way (?:up|down))|facing (?:\w+ )?(?:headwinds|trouble)|"
    r"bullish|bearish|solid|promising|safe|risky|weak|strong|attractive|hot|toppy|fairly (?:valued|priced)|going places|on sale|the (?:weak|weaker|strong|stronger|better|best|worst|safer|riskier|obvious) \w+|doomed|finished|a (?:gift|no-go|must-have|must|goldmine|ticking time bomb|screaming \w+|waste|money pit|rip-off|disappointment|trap)|resilient|a lot of upside|limited (?:upside|downside))\b|\b(?:wins|beats|shines|comes? out (?:ahead|on top)|has the edge|have the edge|takes the prize|edges out|outperforms?|lags|delivers|isn't worth|aren't worth|is worth (?:it|holding|keeping|every))\b"
)
