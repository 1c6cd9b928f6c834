"""The general kernels: any table of two to six, any pack, every rule of the joker, any kitty."""
