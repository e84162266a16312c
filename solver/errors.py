"""Errors that a user can cause; the command line prints their messages without a traceback."""

from __future__ import annotations


class SolverError(Exception):
    """An invalid value; the message names it and lists what is allowed."""


class RulesError(SolverError):
    """A house rule that the ruleset does not have, or an invalid value of one."""


class UnknownRulesetError(SolverError):
    """The name of a ruleset that does not exist."""


class PositionError(SolverError):
    """Invalid dice, rerolls or scorecard."""


class StoreError(SolverError):
    """A file that cannot be read or written."""


class DatasetError(SolverError):
    """An unknown data set, or a table that does not match its schema."""
