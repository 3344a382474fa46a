"""The table of mutants, and the functions with which its rows are written."""

import fnmatch
import re
from dataclasses import dataclass
from typing import Any, Callable

MUST, SHOULD = "must", "should"
PROFTPD, VSFTPD = "proftpd", "vsftpd"  # behind the proxy
PYFTPDLIB, TWISTED, AIOFTP = "pyftpdlib", "twisted", "aioftp"  # patched before they start
PROXIED, PATCHED = (PROFTPD, VSFTPD), (PYFTPDLIB, TWISTED, AIOFTP)


@dataclass(frozen=True)
class Mutant:
    name: str
    rules: tuple[str, ...]  # patterns of the requirements that it breaks, the most important first; none: legal
    base: str
    force: str
    about: str
    code: Any  # a Twist for the proxy, a function that patches the loaded modules for the others

    @property
    def legal(self):
        return not self.rules

    @property
    def section(self):
        return ":".join(self.rules[0].split(":")[:2]) if self.rules else "-"

    def is_about(self, requirement):
        return any(fnmatch.fnmatchcase(requirement, rule) for rule in self.rules)


MUTANTS: dict[str, Mutant] = {}


def add(name, rules, base, force, about, code):
    assert name not in MUTANTS, name
    MUTANTS[name] = Mutant(name, tuple(rules.split()), base, force, about, code)


def fault(name, rules, about, code, base=PROFTPD, force=MUST):
    """A fault that the proxy adds to a real server."""
    add(name, rules, base, force, about, code)


def oddity(name, about, code, base=PROFTPD):
    """Something that a server may do, and must not be blamed for."""
    add(name, "", base, MUST, about, code)


def patch(name, rules, base, force=MUST) -> Callable:
    """A fault of a server in Python: the decorated function patches the server before it starts, and the first line of its
    docstring describes the fault."""

    def register(function):
        add(name, rules, base, force, (function.__doc__ or "").strip().split("\n")[0], function)
        return function

    return register


def legal_patch(name, base) -> Callable:
    return patch(name, "", base)


def wrap(owner, name, around):
    """Replaces a method by `around(original, self, ...)`."""
    original = getattr(owner, name)
    setattr(owner, name, lambda self, *rest, **more: around(original, self, *rest, **more))


def load():
    """All mutants, by name."""
    from mutants import commands, data, extensions, legal, login, names, replies  # noqa: F401
    from mutants import patched_aioftp, patched_twisted, pyftpdlib_files, pyftpdlib_sessions  # noqa: F401

    return MUTANTS


def verbs(words):
    return set(words.split())


def matches(pattern, code):
    """Whether a code matches the pattern, where x stands for any digit."""
    return re.fullmatch(pattern.replace("x", "."), f"{code:03}") is not None
