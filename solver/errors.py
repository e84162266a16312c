"""What can go wrong through no fault of the program, told in sentences."""

from __future__ import annotations


class SolverError(Exception):
    """A value that cannot be used: the message names it, says what was given and what is allowed."""


class RulesError(SolverError):
    """A house rule that a ruleset does not have, or a value that it does not take."""


class UnknownRulesetError(SolverError):
    """A ruleset that does not exist."""


class PositionError(SolverError):
    """Dice, rerolls or a scorecard that cannot occur."""


class StoreError(SolverError):
    """A file that cannot be read or written."""


class DatasetError(SolverError):
    """A data set that does not exist or does not keep its schema."""
