"""recordings.py RUN KEPT [OTHER]: writes what did not pass in RUN, a run saved by `ftpraw check --save-run`, to KEPT.

Of each case, one attempt with its verdict is kept, without what follows from the rest. Cases that OTHER has are left out.
"""

import json
import os
import platform
import socket
import sys

# What a reader needs of a run, and of a case.
RUN = ("format", "version", "started", "tested", "target", "options", "server", "needs")
CASE = ("id", "verdict")
# What a reader needs of an attempt.
ATTEMPT = ("verdict", "duration", "circumstances", "conversations", "recording")
# What follows from the bytes of a reply.
DERIVED = ("text", "command", "step", "box")


def slim(attempt):
    """Removes what the judge finds again: states, and the verdicts that follow from the events."""
    before = []  # of each conversation, how many events are kept before each place
    for conversation in attempt["conversations"]:
        observed = set(conversation.get("observed", []))
        events, counts = [], [0]
        for place, event in enumerate(conversation["events"]):
            follows = event["event"] == "state" or event["event"] == "verdict" and place not in observed
            if event["event"] == "reply":
                event = {name: value for name, value in event.items() if name not in DERIVED}
            if not follows:
                events.append({name: value for name, value in event.items() if (name, value) != ("cuts", [])})
            counts.append(len(events))
        conversation["events"] = events
        if observed:
            conversation["observed"] = [counts[place] for place in sorted(observed)]
        before.append(counts)
    for call in attempt["recording"]["calls"]:
        number = call[0].split(" ")[0].split(".")[0]
        if number.isdigit():
            call[2] = before[int(number) - 1][call[2]]
    return {name: attempt[name] for name in ATTEMPT if name in attempt}


def kept(case):
    """The attempt that stands for a case; None if there is none."""
    if case["verdict"] not in ("fail", "warn", "broken") or case["witnesses"]:
        return None
    for attempt in case["attempts"]:
        if attempt["verdict"] == case["verdict"] and attempt["recording"].get("complete", True):
            if not any(conversation["omitted"] for conversation in attempt["conversations"]):
                return attempt
    return None


def main():
    run = json.load(open(sys.argv[1]))
    others = set()
    if len(sys.argv) > 3 and os.path.exists(sys.argv[3]):
        others = {case["id"] for case in json.load(open(sys.argv[3]))["cases"]}
    cases = []
    for case in run["cases"]:
        attempt = kept(case)
        if attempt is None or case["id"] in others:
            continue
        cases.append({name: case[name] for name in CASE} | {"attempts": [slim(attempt)]})
    result = {name: run[name] for name in RUN if name in run} | {"cases": []}
    # One case on each line, so that a change of one is seen as such.
    head = json.dumps(result, separators=(",", ":"))[: -len("]}")]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    text = f"{head}\n{lines}\n]}}\n"
    # The name and the kernel of this machine do not belong into the file.
    for word, other in ((socket.gethostname(), "localhost"), (platform.release(), "6.1.0")):
        text = text.replace(word, other)
    with open(sys.argv[2], "w") as file:
        file.write(text)
    print(f"{len(cases)} cases, {len(text)} bytes")


main()
