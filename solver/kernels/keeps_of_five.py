"""The keeps of five dice in order, and which one die more or less makes of another: for code that is written out."""

from itertools import combinations_with_replacement

N_NEAR = 256  # half rows within one byte's reach of a place: half of them before it, the others from there on
N_DICE, FACES = 5, (1, 2, 3, 4, 5, 6)

KEEPS = [keep for size in range(N_DICE + 1) for keep in combinations_with_replacement(FACES, size)]
PLACE_OF_KEEP = {keep: place for place, keep in enumerate(KEEPS)}
EXTENSIONS = [[PLACE_OF_KEEP[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS if len(keep) < N_DICE]
N_SHORT_KEEPS, N_KEEPS = len(EXTENSIONS), len(KEEPS)
REMOVALS = [[keep for keep in range(N_SHORT_KEEPS) if place in EXTENSIONS[keep]] for place in range(N_KEEPS)]
