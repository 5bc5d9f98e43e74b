"""Stands in for a module of CPMpy."""

from enum import Enum

ExitStatus = Enum("ExitStatus", "OPTIMAL FEASIBLE")
