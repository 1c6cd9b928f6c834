"""The small numbers that kernels share: strains, and the sizes of the game they play."""

NO_TRUMP, MISERE, OPEN_MISERE = 4, 5, 6  # strains above the four suits
STRAINS = 7
HAND = 10
THROWN = 3  # cards thrown in the four-handed exchange; bare: its kernels are compiled for this very number
TRICK_COUNTS = HAND + 1
# Values of PlayCode.lead: which suits a led joker without a suit may name.
ANY_SUIT, UNLED_SUIT = 0, 1  # 2: only the last trick may be led with it
