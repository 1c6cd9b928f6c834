"""What players count in a hand, in words, and what three published counts (C9, C11, C12) say it is worth."""

WORDS = {
    "joker": "joker",
    "right_bower": "right bower",
    "left_bower": "left bower",
    "ace": "ace of trumps",
    "king": "king of trumps",
    "queen": "queen of trumps",
    "low_trump": "any other trump",
    "fifth": "fifth trump",
    "sixth": "sixth trump",
    "further": "each further trump",
    "up_to_four": "each trump up to four",
    "no_top": "best trump below the ace",
    "side_ace": "side ace",
    "side_king": "side king, guarded",
    "void": "void, with four trumps",
    "singleton": "singleton, with four trumps",
}
IN_NO_TRUMP = {
    "joker": "joker",
    "ace": "ace",
    "king_with_ace": "king beside its ace",
    "guarded_king": "guarded king",
    "queen": "queen under ace or king",
    "long_card": "card past four of a headed suit",
    "open_suit": "suit without a stopper",
}
SAID = {  # published numbers of tricks in a suit, by column: by whom, from and to
    "joker": [("HEN", 1.1, 1.1), ("ZH", 1.25, 1.25)],
    "right_bower": [("HEN and ZH", 1.0, 1.0)],
    "left_bower": [("HEN and ZH", 0.9, 0.9)],
    "ace": [("HEN", 0.7, 0.7), ("ZH", 0.75, 0.75)],
    "king": [("HEN", 0.4, 0.4)],
    "fifth": [("T-BOT", 1.0, 1.0), ("HEN", 0.4, 0.4), ("ZH", 0.12, 0.12)],
    "sixth": [("HEN", 0.3, 0.3), ("ZH", 0.12, 0.12)],
    "further": [("HEN", 0.5, 0.5), ("ZH", 0.12, 0.12)],
    "no_top": [("T-BOT", -1.0, -1.0)],
    "side_ace": [("ZH", 0.4, 0.4), ("HEN", 0.6, 0.85)],
    "side_king": [("HEN", 0.15, 0.7)],
    "void": [("ZH", 0.1, 0.1), ("HEN", 0.8, 0.8), ("T-BOT", 2.0, 2.0)],
    "singleton": [("HEN", 0.4, 0.4), ("T-BOT", 1.0, 1.0)],
}


def said_text(who, low, high):
    """A published number as text."""
    number = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return f"{who} {number.replace('-', '−')}"
