"""The general double-dummy solver: two to six players, any pack, every joker rule, the whole misère family.

`solve` answers questions, `table.new_dense_table` makes the memory it needs; `law` is the law of the cards.
"""
