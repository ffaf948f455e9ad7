"""Lines that every caller may say whatever its script: equivalents, picked by the seed."""

ACKNOWLEDGE = ("Okay.", "Okay, thank you.", "Okay, thanks.", "All right.")
WAITING = ("Okay.", "Sure, take your time.", "Okay, thanks.", "All right.")
"""Said to who asks for a moment."""
NOT_FOLLOWED = (
    "Sorry, I didn't follow that.",
    "I'm sorry, I couldn't follow that.",
    "Sorry, that was too much at once for me.",
)
ARE_YOU_THERE = (
    "Hello, are you there?",
    "Hello? Are you still there?",
    "Hi, can you still hear me?",
)
RIGHT = (
    "Yes, that's right.",
    "That's correct.",
    "Yes, that's correct.",
    "That's right, yes.",
    "Yes, exactly.",
    "Correct, yes.",
)
WRONG = ("No, that's not right.", "No, that isn't quite right.")
UNKNOWN_FACT = ("I don't have that with me.", "I'm not sure about that, sorry.")
WITHHELD = ("I'd rather not give that out.", "I'd prefer not to say that.")
CHOICE = ("{when}, please.", "I'd like {when}, please.", "{when} would be best.")
"""Says which of several openings is taken."""
WHICH_DAY = ("Which day would that be?", "On which day is that?")
WHICH_TIME = ("What time would that be?", "At what time?")
WHICH_ONE = ("Which {kind} would that be?", "Which {kind} is that?")
"""Asks for what an offer leaves out."""
YES_PLEASE = ("Yes, please.", "Yes, please do.")
THANK_YOU = ("Thank you.", "Okay, thank you.")
BYE = ("Bye.", "Goodbye.", "Thanks, bye.")
"""Said while the caller is already on its way out."""
