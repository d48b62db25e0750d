"""How many sequences of actions there are: known numbers, and the counter that checks them."""
