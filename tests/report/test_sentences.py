import dataclasses
import re

import pytest
from fake_engine import make_engine

from fivehundred_sim import advise
from fivehundred_sim.report import sentences
from fivehundred_sim.report.glyphs import ASCII, UNICODE
from fivehundred_sim.report.markdown import to_markdown
from fivehundred_sim.rules.load import load_rules

HAND = "JK JD KH 9H 5H AS 8S 7C 6C 5D"


def answer(first, second, bid="8H"):
    engines = (make_engine(constant=first)[0], make_engine("double-dummy", constant=second)[0])
    return advise(HAND, bid, engines=engines)


@pytest.mark.parametrize(
    ("first", "second", "bid", "sentence"),
    [
        (9, 9, "8H", "Yes, 8H brings points if played (+290 -37/+0 a deal)."),
        (7, 7, "8H", "No, 8H costs points if played (-330 -0/+37 a deal)."),
        (
            *(7, 9, "8H"),
            "No, 8H costs points if played (-330 -0/+37 a deal), but with perfect play it brings points"
            " (+290 -37/+0).",
        ),
    ],
)
def test_the_first_sentence_answers_the_bid(first, second, bid, sentence):
    assert sentences.opening(answer(first, second, bid), ASCII)[0] == sentence


def test_a_close_answer_says_how_close():
    advice = answer(9, 9)
    row = dataclasses.replace(advice.asked.rows[0], mean_points=3, mean_points_low=-4, mean_points_high=10)
    close = dataclasses.replace(advice.asked, verdict="close", rows=(row,), models_agree=None)
    first, _ = sentences.opening(dataclasses.replace(advice, asked=close), UNICODE)
    assert first == "8♥ is too close to call (+3 ±7 points a deal if played)."


def test_the_second_sentence_says_how_often_who_plays_and_what_is_better():
    def rest(*question):
        return sentences.opening(answer(*question), UNICODE)[1]

    assert rest(7, 9) == (
        "It makes less than 6 times in 100 (0–6) if the four play by rules of thumb, more than 94 (94–100)"
        " with perfect play; 7NT brings more: +190 −28/+0 a deal. With perfect play 9NT brings most:"
        " +410 −52/+0 a deal."
    )
    alone = dataclasses.replace(answer(9, 9, "9NT"), ties=())
    assert "; no other contract brings more." in sentences.opening(alone, UNICODE)[1]
    assert "; 6♠ costs less: " in rest(4, 4)


def test_ties_are_named():
    advice = dataclasses.replace(answer(9, 9, "9NT"), ties=("9H", "8NT"))
    rest = sentences.opening(advice, UNICODE)[1]
    assert "; too close to call with 9♥ and 8NT, no other contract brings more." in rest
    asked_of_tie = dataclasses.replace(answer(9, 9), ties=("8H",))
    assert "; too close to call with 9NT, the best (" in sentences.opening(asked_of_tie, UNICODE)[1]
    unasked = dataclasses.replace(answer(9, 9, None), ties=("6S", "6C", "6D", "6H", "7H", "8H"))
    assert ", too close to call with 6♠, 6♣, 6♦, 6♥ and 2 more." in sentences.opening(unasked, UNICODE)[0]


def test_without_a_bid_the_best_contract_opens():
    assert sentences.opening(answer(9, 9, None), ASCII) == (
        "9NT brings the most points if played: +410 -52/+0 a deal, too close to call with 9D and 9H.",
        "It makes more than 94 times in 100 (94-100) if the four play by rules of thumb,"
        " more than 94 (94-100) with perfect play.",
    )
    assert sentences.opening(answer(4, 4, None), ASCII)[0].startswith(
        "Every contract costs points if played; 6S the least: "
    )
    advice = answer(4, 4, None)
    rows = [dataclasses.replace(row, mean_points_high=1.0) for row in advice.contracts]
    near = dataclasses.replace(advice, contracts=tuple(rows))
    assert sentences.opening(near, ASCII)[0].startswith(
        "No contract clearly brings points if played; 6S comes nearest: "
    )


def test_a_single_model_is_told_too():
    alone = advise(HAND, "8H", engines=make_engine("double-dummy", constant=9)[0])
    assert "(94–100) with perfect play; 9NT" in sentences.opening(alone, UNICODE)[1]
    other = advise(HAND, "8H", engines=make_engine("expert", constant=9)[0])
    assert "(94–100) with expert players; 9NT" in sentences.opening(other, UNICODE)[1]


def test_notes_say_what_points_mean_how_models_lean_and_what_is_assumed():
    advice = answer(7, 9)
    lines = sentences.notes(advice, UNICODE)
    assert "not against passing" in lines[0]
    assert lines[1:3] == ["Heuristic leans.", "Double-dummy leans."]
    assert re.fullmatch(
        r"Assumptions: rules australian \([0-9a-f]{8}\), seed 1, 60 heuristic \+ 60 double-dummy deals;"
        " you take the kitty and lead; other cards random.",
        lines[3],
    )
    assert len(lines) == 4
    missed = dataclasses.replace(advice, precision_reached=False)
    assert "was not reached" in sentences.notes(missed, UNICODE)[0]


def test_notes_of_the_real_models_take_a_line_each():
    from fivehundred_sim.study.notes import POINTS_NOTE
    from fivehundred_sim.study.run import ENGINES

    engines = ENGINES.values()
    for note in (POINTS_NOTE, *(engine.leans for engine in engines)):
        assert len(note) < 80
    assert "overbids by half a trick" in ENGINES["double-dummy"].leans


def test_the_assumptions_name_what_was_changed_in_the_rules_and_who_dealt_more():
    rules = load_rules("australian", {"misere.value": 210, "scoring.slam_250": False})
    engine = make_engine(chunk=10, deals=20, cap=400)[0]
    text = sentences.assumptions(advise(HAND, "8H", engines=engine, rules=rules, precision=0.06), UNICODE)
    assert "rules australian with misere.value=210, scoring.slam_250=false (" in text
    assert re.search(r"20 heuristic \(\d+ in ♥ hearts\) deals;", text)
    assert "rules australian (" in sentences.assumptions(answer(9, 9), UNICODE)


def test_the_form_with_both_sides_is_explained_where_it_appears():
    note = "p −a/+b: from a below p to b above it."
    sure = answer(10, 10)
    assert note in " ".join(sentences.legend(sure, UNICODE))
    assert note.replace("−", "-") in " ".join(sentences.legend(sure, ASCII))
    assert note in sentences.legend_many([sure], UNICODE)
    assert note in to_markdown(sure)
    even = dataclasses.replace(sure.contracts[0], mean_points=50, mean_points_low=40, mean_points_high=60)
    plain = dataclasses.replace(
        sure,
        contracts=tuple(dataclasses.replace(even, engine=r.engine, bid=r.bid) for r in sure.contracts),
        asked=dataclasses.replace(sure.asked, rows=(even, even)),
    )
    assert "/+" not in " ".join(sentences.legend(plain, UNICODE))
    assert "/+" not in sentences.legend_many([plain], UNICODE)
    assert "/+" not in to_markdown(plain)


def test_legends_name_model_uncertainty_and_only_the_signs_shown():
    advice = dataclasses.replace(answer(7, 9), ties=())
    assert "Gap: model uncertainty, double-dummy minus heuristic" in sentences.legend(advice, UNICODE)[-1]
    assert "☆" not in sentences.legend(advice, UNICODE)[0]
    tied = dataclasses.replace(advice, ties=("6H",))
    assert "☆ too close to call with it" in sentences.legend(tied, UNICODE)[0]
    assert "Two answers: heuristic/double-dummy" in sentences.legend_many([advice], UNICODE)
    assert "Two answers" not in sentences.legend_many([answer(9, 9)], UNICODE)
    assert "☆ too close to call with other contracts" in sentences.legend_many([tied], UNICODE)
