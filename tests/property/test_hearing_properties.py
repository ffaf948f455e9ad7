"""The fast paths of hearing give what the plain ones give, on any text."""

from hypothesis import example, given
from hypothesis import strategies as st

from mivas_env.caller import wording

_CHARACTERS = "aApPmMsStvVeEdDrR .,?!;:\"'$-\u201c\u00e9\u0663\u200b0123456789()"


@given(st.text(_CHARACTERS, max_size=120), st.integers(1, 60))
@example("Park Ave. is fine at 3 p. m. or St. Anne.", 60)
@example("(. yes , no", 60)
@example("a.b.c.d,e,f,g,h", 3)
@example("x" * 41 + " Ave. me", 60)
def test_words_read_piece_by_piece_are_those_read_token_by_token(text: str, most: int) -> None:
    words, breaks = wording._scan(text, most)
    for i in range(len(words) - 1):
        if words[i + 1] in ("been", "gone") and words[i] in ("is", "'s"):
            words[i] = "has"
    for _ in range(2):  # read first, then remembered
        assert wording._tokens(text, most) == (words, breaks)
