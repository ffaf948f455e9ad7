"""A small lexicon of a boarding kennel, so that the caller is tested without any industry."""

from typing import Any

LEXICON: dict[str, Any] = {
    "today": "2026-08-19",
    "groups": {"takes": ["take", "takes", "accept", "accepts"]},
    "entities": {
        "site": {"elm": ["elm street"], "oak": ["oak street"]},
        "pet": {"cat": ["cat", "cats"], "dog": ["dog", "dogs"]},
    },
    "referents": {
        "stay": {"booked": ["your existing stay", "the stay you have"], "new": ["a new stay"]}
    },
    "pronouns": {"site": ["there", "they"], "stay": ["that stay"]},
    "predicates": {
        "boards": {
            "yes": ["{takes} <pet>", "{takes} them", "<pet> (is|are) welcome"],
            "no": ["turn away <pet>"],
        },
        "open_sunday": {"yes": ["open (on)? <weekday>"], "no": ["closed (on)? <weekday>"]},
        "walks": {"yes": ["(can|will) walk (him|her|them)"]},
    },
    "topics": {"grooming": ["grooming"], "boarding": ["boarding"]},
    "price_cues": ["(costs|cost|runs|is|price)"],
    "texts": {"address": ["(<num>) <site>"]},
    "enums": {"size": {"small": ["small kennel"], "large": ["large kennel"]}},
    "moments": {"pick_up": ["pick up"]},
    "completions": {"reserved": ["(i|we) have reserved", "you are reserved", "kennel is reserved"]},
    "brief": {"reserved": ["done"]},
    "offers": {
        "offer_person": ["(transfer|connect) you"],
        "offer_human": ["to a manager"],
        "offer_call": ["call you back"],
        "offer_tour": ["(book|schedule) a tour"],
        "offer_mail": ["mail you"],
        "offer_toys": ["add toys"],
    },
    "statements": {"tell_fee": ["late fee"]},
    "requests": {
        "ask_name": {"facts": ["full_name"], "nouns": ["your (full)? name"]},
        "ask_dob": {"facts": ["dob"], "nouns": ["date of birth"]},
        "ask_code": {"facts": ["code"], "nouns": ["member code"]},
        "ask_phone": {"facts": ["phone"], "nouns": ["phone number"]},
        "ask_zip": {"facts": ["zip"], "nouns": ["zip code", "zip"]},
        "ask_secret": {"facts": ["secret"], "nouns": ["password"]},
        "ask_site": {"facts": ["site"], "nouns": ["which site"]},
        "ask_vet": {"facts": ["vet"], "nouns": ["vet"]},
    },
    "unsafe": {"card": {"phrases": ["card number"], "say": "I won't read out a card."}},
    "effects": {"reserved": {"appointment": "makes"}},
    "stances": {"claim": ["the book shows"]},
}
SCRIPT: dict[str, Any] = {
    "facts": {
        "full_name": {"value": "Ines Calder", "say": "Ines Calder."},
        "dob": {"value": "1981-05-09", "say": "May ninth, nineteen eighty-one."},
        "code": {"value": "KB40217", "say": "K B four zero two one seven."},
        "phone": {
            "value": "+15185550117",
            "say": "Five one eight, five five five, oh one one seven.",
        },
        "zip": {"value": "12203", "say": "One two two zero three.", "disclose": "once"},
        "secret": {"value": "wren", "say": "wren", "disclose": "never"},
        "site": {"value": "elm", "say": "Elm Street."},
    },
    "opening": ["Do you take cats at Elm Street?", "Hello. Are cats welcome at Elm Street?"],
    "asks": [
        {
            "id": "cats",
            "kind": "info",
            "in_opening": True,
            "say": ["Are cats taken at Elm Street?", "Cats at Elm Street: yes or no?"],
            "answer": {
                "type": "polar",
                "predicate": "boards",
                "bind": {"site": "elm"},
                "exclusive": {"pet": "cat"},
            },
            "partial": [
                {"when": "polar_unbound", "say": "Which site is that?"},
                {"when": "bound_to_other", "say": "I mean Elm Street."},
                {"when": "hedged", "say": "I'd like to be sure."},
                {"when": "contradictory", "say": "Yes or no?"},
            ],
        },
        {
            "id": "kennel",
            "kind": "action",
            "after": ["cats"],
            "say": ["Please reserve a kennel."],
            "answer": {"type": "done", "predicate": "reserved"},
        },
    ],
    "consents": [
        {
            "id": "slot",
            "on": {"act": "propose_slot"},
            "require": {"site": "elm", "date": "2026-08-24", "time": "09:00"},
            "say": "Monday at nine is good.",
            "else_say": "It has to be Monday at nine.",
        },
        {
            "id": "fee",
            "on": {"act": "tell_fee"},
            "require": {"amount_cents": 2500},
            "say": "The late fee is fine.",
            "else_say": "How much is that?",
        },
    ],
    "responses": [
        {"id": "no_call", "on": {"act": "offer_call"}, "say": "No call, please."},
        {
            "id": "no_tour",
            "on": {"act": "offer_tour", "not": ["ask_closed:cats"]},
            "say": "No tour.",
            "max": 1,
        },
    ],
    "end": {"all_closed": "Lovely. Bye.", "impatient": "I give up."},
    "patience": {"start": 5},
    "limits": {"max_turns": 12},
}
