"""One option swept: the sets it makes, and what is wrong with others."""

import pytest

from fivehundred_sim.rules.load import load_rules
from fivehundred_sim.rules.model import RulesError
from fivehundred_sim.study.compare.sweep import swept
from fivehundred_sim.study.question import QuestionError


def test_each_value_makes_a_set():
    found = swept("australian", {"match.target": "300"}, "misere.value=210, 230,250")
    assert found.labels == ("misere.value=210", "misere.value=230", "misere.value=250")
    assert found.sweep.values == (210, 230, 250)
    for rules, value in zip(found.rules, found.sweep.values, strict=True):
        expected = {"match.target": "300", "misere.value": str(value)}
        assert rules == load_rules("australian", expected)


def test_a_named_set_of_options_keeps_its_name():
    found = swept("australian", {}, "joker.set=pagat,hsw")
    assert found.sweep.values == ("pagat", "hsw")
    assert found.rules[1] == load_rules("australian", {"joker.set": "hsw"})


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("misere.value", "is not of the form key=value,value"),
        ("=210,230", "is not of the form"),
        ("misere.value=210,,250", "is not of the form"),
        ("misere.value=210", "has one value: expected two or more"),
        ("misere.value=210,250,210", "names 210 twice"),
        ("match.floor=-250,-500", "--option and --set both give match.floor a value"),
    ],
)
def test_faults_are_named(option, message):
    with pytest.raises(QuestionError) as caught:
        swept("australian", {"match.floor": "-400"}, option)
    assert message in str(caught.value)


def test_values_that_the_house_cannot_have_are_the_rules_faults():
    with pytest.raises(RulesError, match=r"misere.value: 220 is not allowed"):
        swept("australian", {}, "misere.value=210,220")
