"""Names as heard on the telephone: the pairs that must and must not be one person (rule 19)."""

import pytest
from processor_time import processor_seconds

from mivas_env.schema.names import MAX_NAME_LENGTH, name_tokens, names_match

SAME = [
    ("Daniel Okonkwo", "Daniel Oconquo"),
    ("Daniel Okonkwo", "DANIEL OKONKWO"),
    ("Daniel Okonkwo", "Dr. Daniel Okonkwo"),
    ("Mr. Okonkwo", "Ms Okonkwo"),
    ("Okonkwo, Daniel", "Okonkwo Daniel"),
    ("Lee", "Li"),
    ("Leigh", "Lee"),
    ("Jon Fisk", "John Fisk"),
    ("Ann Mora", "Anne Mora"),
    ("Sara Lind", "Sarah Lind"),
    ("Marc Dorn", "Mark Dorn"),
    ("Erik Holt", "Eric Holt"),
    ("Mary Vance", "Mari Vance"),
    ("Kelly Bram", "Kelley Bram"),
    ("Katie Bram", "Katy Bram"),
    ("Lynn Gray", "Lyn Gray"),
    ("Smith", "Smyth"),
    ("Schmidt", "Schmitt"),
    ("Stephen Adler", "Steven Adler"),
    ("Philip Adler", "Phillip Adler"),
    ("Catherine Wells", "Kathryn Wells"),
    ("Katherine Wells", "Catherine Wells"),
    ("Rebecca Stone", "Rebekah Stone"),
    ("Peterson", "Petersen"),
    ("Calderon", "Caldaran"),
    ("Marshal", "Marshall"),
    ("Hansen", "Hanson"),
    ("Brown", "Browne"),
    ("Clark", "Clarke"),
    ("Kaufman", "Kaufmann"),
    ("Ramirez", "Ramires"),
    ("Holloway", "Halloway"),
    ("Calloway Freight", "Callaway Freight"),
    ("Wright", "Right"),
    ("Knox", "Nox"),
    ("Jos\u00e9 Nu\u00f1ez", "Jose Nunez"),
    ("O'Brien", "OBrien"),
    ("O\u2019Brien", "O'Brien"),
    ("Smith-Jones", "Smith Jones"),
    ("Brand & Quill", "Brand and Quill"),
    ("Tessel Freight, Inc.", "Tessel Freight"),
    ("Tessel Freight LLC", "Tessel Freight, L.L.C."),
    ("Tesel Freight", "Tessel Freight"),
    ("Meridian Carriers", "Meridan Carriers"),
    ("new cases intake", "New Cases Intake"),
    ("new cases intake", "New case intake"),
    ("Unit 4", "unit 4"),
    ("\u738b\u8299", "\u738b\u8299"),
    ("Inc", "inc."),
    ("  Daniel   Okonkwo ", "Daniel Okonkwo"),
]

OTHER = [
    ("Dan", "Don"),
    ("Jon", "Jan"),
    ("Jane", "Jan"),
    ("Dane", "Dan"),
    ("Dana", "Dan"),
    ("Tim", "Tom"),
    ("Jim", "Tim"),
    ("Ron", "Rob"),
    ("Ben", "Bev"),
    ("Lee", "Leo"),
    ("Lea", "Leo"),
    ("Ann", "Ian"),
    ("Ed", "Ned"),
    ("Sam", "Pam"),
    ("Max", "Mac"),
    ("Ray", "Roy"),
    ("Kim", "Ken"),
    ("Al", "Hal"),
    ("Eve", "Ava"),
    ("Kay", "Kai"),
    ("Joan", "John"),
    ("Mark", "Mary"),
    ("Lena", "Lana"),
    ("Kate", "Nate"),
    ("Maria", "Mario"),
    ("Maria", "Moore"),
    ("Brian", "Bruno"),
    ("Calder", "Caldon"),
    ("Calderon", "Colduran"),
    ("Halston", "Holstin"),
    ("Petersen", "Pattison"),
    ("Julia", "Julio"),
    ("Paul", "Paula"),
    ("Carl", "Carla"),
    ("Robert", "Roberta"),
    ("Daniel", "Daniela"),
    ("Daniel", "Danielle"),
    ("Louis", "Louise"),
    ("Justin", "Justine"),
    ("Andrea", "Andrew"),
    ("Jason", "Mason"),
    ("Kelly", "Nelly"),
    ("Harvey", "Garvey"),
    ("Daniel Okonkwo", "Okonkwo Daniel"),
    ("Daniel Okonkwo", "Okonkwo"),
    ("Daniel Okonkwo", "Daniel Osei Okonkwo"),
    ("Daniel Okonkwo", "Daniel Ortega"),
    ("New cases", "new cases intake"),
    ("new cases intake", "New cases"),
    ("Tessel Freight", "Vandal Freight"),
    ("Tessel Freight", "Tessel Marine"),
    ("Tessel Freight", "e"),
    ("Tessel Freight", "TesselFreight"),
    ("Unit 4", "Unit 5"),
    ("Pier 39 Partners", "Pier 38 Partners"),
    ("Dan", "D\u0430n"),
    ("Peterson", "P\u0435terson"),
    ("", ""),
    ("", "Dan"),
    (" . ", "."),
    ("Brand & Quill", "Brand Quill"),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_pairs_that_must_match(first, second):
    assert names_match(first, second)
    assert names_match(second, first)


@pytest.mark.parametrize(("first", "second"), OTHER)
def test_pairs_that_must_not_match(first, second):
    assert not names_match(first, second)
    assert not names_match(second, first)


def test_the_tables_are_long_enough_to_mean_something():
    assert len(SAME) >= 40
    assert len(OTHER) >= 40


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("Dr. Ana M. Lima, Esq.", ("ana", "m", "lima")),
        ("Miss", ("miss",)),
        ("Mr. Inc.", ("mr", "inc")),
        ("Co Ventures Co", ("co", "ventures")),
        ("Dr Doctor Dr", ("doctor", "dr")),
        ("Smith\u2013Jones/Lee", ("smith", "jones", "lee")),
        ("Zo\u00eb", ("zoe",)),
        ("...", ()),
    ],
)
def test_tokens_that_carry_identity(name, tokens):
    assert name_tokens(name) == tokens


def test_very_long_names_are_compared_for_equality_only():
    long = "Okonkwo " * 40
    assert len(long) > MAX_NAME_LENGTH
    assert names_match(long, long.upper())
    at_the_limit = "Okonkwo " + "x" * (MAX_NAME_LENGTH - 8)
    assert names_match(at_the_limit, at_the_limit.replace("Okonkwo", "Oconquo"))
    assert not names_match(f"{at_the_limit}x", f"{at_the_limit}x".replace("Okonkwo", "Oconquo"))
    assert not names_match(long, long.replace("Okonkwo", "Oconquo", 1))


def test_a_million_letters_are_compared():
    assert not names_match("a" * 1_000_000, "b" * 1_000_000)


@pytest.mark.timed
def test_a_million_letters_take_no_time():
    assert processor_seconds(test_a_million_letters_are_compared) < 1.0
