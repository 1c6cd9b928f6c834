"""What a house plays, as data: options, packs, the ladder of bids, scoring, presets."""

from fivehundred_sim.rules.load import load_rules, preset_names, rules_hash
from fivehundred_sim.rules.model import Rules, RulesError, options

__all__ = ["Rules", "RulesError", "load_rules", "options", "preset_names", "rules_hash"]
