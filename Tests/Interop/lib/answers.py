"""answers.py REPORT.json...: print what known servers do where they differ, for `ftpraw check` to compare with.

Each report is named after its server and version. Fields are separated by tabs. First, each server has a line: a
letter, its name and version, and what its greeting says it is. Then come the cases: a line with the id, the servers
that do not pass (`!ab`) and those without a verdict (`-cd`); below it, each command on whose final reply they do not
agree, with the codes and the servers. `KnownAnswers` reads it, and writes commands in the same way: without digits
and the names of scratch folders.
"""

import json
import os
import re
import string
import sys

LOGIN = {"USER", "PASS", "ACCT", "AUTH", "PBSZ", "PROT"}  # not under test in cases that begin later
COMMON = ("proftpd", "pure-ftpd", "vsftpd")  # named before all others


def server(path):
    """The name of a server, and the version that its authors gave it."""
    name, version = os.path.basename(path).removesuffix(".json").split(" ", 1)
    version = re.sub(r"^\d+:|^v|^.*really", "", version)
    return re.sub(r"-\d$", "", name) + " " + re.split(r"[+-]", version)[0]


def shown(line):
    text = re.sub(r"\d+", "#", re.sub(r"(\\r|\\n)*$", "", line))
    return re.sub(r"[^ ]*ftpraw-check-[^/ ]*(/c#)?", "SCRATCH", text)[:80]


def answers_in(case):
    """The final code for each command, unless it got several codes, in one attempt or in different ones."""
    found, answers = {}, []
    for attempt in case["attempts"]:
        for conversation in attempt["conversations"]:
            last = {}  # the last command with each verb, and its code
            for event in conversation["events"]:
                if event["event"] == "command":
                    command = shown(event["raw"])
                    last[command.upper().split(" ")[0]] = answer = [command, None]
                    answers.append(answer)
                elif event["event"] == "reply" and event["command"] in last:
                    last[event["command"]][1] = event["code"]
    for command, code in answers:
        found.setdefault(command, set()).add(code)
    from_login = case["start"] in ("unconnected", "greeted")
    return {
        command: codes.pop()
        for command, codes in found.items()
        if len(codes) == 1 and None not in codes and (from_login or command.split(" ")[0] not in LOGIN)
    }


def group(sign, letters):
    return [f"{sign}{''.join(letters)}"] if letters else []


paths = sorted(sys.argv[1:], key=lambda path: (not server(path).startswith(COMMON), server(path)))
cases = {}  # id: verdicts by letter, and codes by command and letter
for letter, path in zip(string.ascii_lowercase, paths):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    print(letter, server(path), report["tested"]["software"] or "", sep="\t")
    for case in report["cases"]:
        if "product" in case["tags"]:
            continue
        verdicts, codes = cases.setdefault(case["id"], ({}, {}))
        verdicts[letter] = case["verdict"]
        for command, code in answers_in(case).items():
            codes.setdefault(command, {}).setdefault(code, []).append(letter)
for id, (verdicts, codes) in cases.items():
    bad = [letter for letter, verdict in verdicts.items() if verdict in ("fail", "warn", "broken", "flaky")]
    none = [letter for letter, verdict in verdicts.items() if verdict != "pass" and letter not in bad]
    print(id, *group("!", bad), *group("-", none), sep="\t")
    for command, servers in codes.items():
        if len(servers) > 1:
            print("", command, *(f"{code}{''.join(letters)}" for code, letters in sorted(servers.items())), sep="\t")
