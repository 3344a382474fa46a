"""differences.py FTPRAW SERVER FOLDER: turn recordings into vectors that replay.

The header `rfc:` also gets the requirements that were broken, and `charset:` is set if there are bytes that are not UTF-8.
Each difference that `ftpraw replay --against mock` reports becomes a row `~~ mock CODE: reason` below the reply. Further
differences may show only then, so this is repeated until none is left. A conversation that the mock server cannot play at
all gets the header `differs: mock: reason`.
"""
import json
import os
import re
import subprocess
import sys

ftpraw, server, folder = sys.argv[1:]
ROUNDS = 15
# Commands with parameters: for these, a 500 or 502 means that the parameter is unknown.
WITH_PARAMETERS = {"TYPE", "STRU", "MODE", "SITE", "OPTS", "EPSV", "EPRT", "PORT", "HELP", "STAT", "RETR", "STOR", "MKD", "NOOP"}


def replay():
    """The differences of each file that has any."""
    done = subprocess.run(
        [ftpraw, "replay", "--against", "mock", "--json", "--timeout", "5", folder], stdout=subprocess.PIPE
    )
    report = json.loads(done.stdout)
    for broken in report["malformed"]:
        sys.exit(f"{broken['file']}:{broken['line']}:{broken['column']}: {broken['message']}")
    return {result["file"]: result["differences"] for result in report["results"] if result["differences"]}


def reason(verb, recorded, found):
    """Why two different codes for the same command are not a mistake of the mock server."""
    if verb == "PASS" and found == 230:
        return "a vector does not distinguish passwords"
    if recorded in (500, 502) and found < 500:
        return f"{server} refuses this" if verb in WITH_PARAMETERS else f"{server} does not have {verb}"
    if recorded < 400 and found in (500, 502):
        return f"the mock server does not have {verb}"
    if recorded in (501, 504) and found < 400:
        return f"{server} does not accept this argument"
    if recorded < 400 and found in (501, 504):
        return f"{server} accepts this argument, the mock server does not"
    if found == 530:
        return "the mock server requires a login first"
    if recorded == 530:
        return f"{server} requires a login first"
    if found == 503:
        return "the mock server requires the right order of commands"
    if recorded == 503:
        return f"{server} requires the right order of commands"
    if recorded < 400 <= found:
        return f"{server} does what the mock server refuses"
    if found < 400 <= recorded:
        return f"{server} refuses what the mock server does"
    return f"{server} answers with another code"


def reason_for_data(expected, found, lines, place):
    if expected.replace("\\r", "").rstrip(".") == found.replace("\\r", "").rstrip("."):
        return f"{server} sends other line ends"
    above = [line for line in lines[max(0, place - 40) : place] if line.startswith("C> ")]
    if any(line.startswith("C> REST ") for line in above[-3:]):
        return f"{server} begins at another offset"
    return f"{server} sends other bytes"


def verb_above(lines, place):
    for line in reversed(lines[:place]):
        if line.startswith("C> "):
            return re.split(r"[ \\]", re.sub(r"^(\\xf[0-9a-f]|\\\|)*", "", line[3:]).strip())[0].upper() or "this"
    return "the greeting"


def end_of_reply(lines, place):
    """Where a row about the reply in a line belongs: below its meaning and its findings."""
    while place < len(lines) and lines[place].startswith("S>"):
        place += 1
    while place < len(lines) and lines[place][:2] in ("=>", "!!", "~~"):
        place += 1
    return place


def final_reply(lines, place):
    """The reply that ends the transfer of a data connection, after its close or before it."""
    for below in range(place, len(lines)):
        if lines[below].startswith("S>"):
            return below
        if lines[below].startswith("C>"):
            break
    return max(above for above in range(place) if lines[above].startswith("S>"))


def change(path, differences):
    with open(path, encoding="ascii") as file:
        lines = file.read().split("\n")
    rows = {}
    for difference in differences:
        place, expected, found = difference["line"] - 1, difference["expected"], difference["found"]
        codes = [re.match(r"(\d{3}) ", text) for text in (expected, found)]
        if all(codes) and " none error" not in found and lines[place].startswith(("S>", "=>")):
            recorded, other = (int(code[1]) for code in codes)
            row = f"~~ mock {other}: {reason(verb_above(lines, place + 1), recorded, other)}"
        elif lines[place].startswith("-- close data") and not expected.startswith("'"):
            row = f"~~ mock: {reason_for_data(expected, found, lines, place)}"
            place = final_reply(lines, place)
        else:
            return whole(path, lines, expected, found)
        rows.setdefault(end_of_reply(lines, place), row)
    for place, row in sorted(rows.items(), reverse=True):
        if lines[place - 1].startswith("~~"):
            return whole(path, lines, row, lines[place - 1])
        lines.insert(place, row)
    write(path, lines)


def whole(path, lines, expected, found):
    if "none error" in expected:
        why = "it answers each command once"
    elif "close control" in expected:
        why = "it keeps the connection open, but this server closes it"
    elif expected == "no more replies" or "closed the control connection" in found:
        why = "it answers a command that this server does not, or the other way round"
    else:
        why = "its answers lead to another conversation"
    print(f"{os.path.basename(path)}: {why} ({expected}; {found})", file=sys.stderr)
    lines = [line for line in lines if not line.startswith(("~~ mock", "differs: mock"))]
    place = next(index for index, line in enumerate(lines) if line.startswith("from:")) + 1
    while lines[place].startswith(("charset:", "reading:", "differs:")):
        place += 1
    lines.insert(place, f"differs: mock: {why}")
    write(path, lines)


def write(path, lines):
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines))


def name_requirements(path):
    with open(path, encoding="ascii") as file:
        lines = file.read().split("\n")
    place = next(index for index, line in enumerate(lines) if line.startswith("rfc:"))
    named = lines[place][4:].split()
    named += sorted({line.split()[1] for line in lines if line.startswith("!! ")} - set(named))
    lines[place] = "rfc:  " + " ".join(named)
    for index, line in enumerate(lines):
        if line == "!! 959:4.2:multiline-padding":
            lines[index] += repeated_codes(lines, index)
    if not is_utf8(lines) and not any(line.startswith("charset:") for line in lines):
        place = next(index for index, line in enumerate(lines) if line.startswith("from:")) + 1
        lines.insert(place, "charset: iso-8859-1")
    write(path, lines)


def is_utf8(lines):
    """Whether bytes above 127 on the control connection, except Telnet commands, are UTF-8."""
    for line in lines:
        if line[:2] not in ("C>", "S>"):
            continue
        octets = re.sub(r"\\\|(\(\w+\))?", "", line[3:])
        octets = re.sub(r"\\xff(\\x[0-9a-f]{2})?", "", octets)
        octets = re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), octets)
        try:
            octets.encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            return False
    return True


def repeated_codes(lines, place):
    """Which lines repeat the code, in the judge's words. Otherwise, another code there would be the same deviation."""
    while not lines[place].startswith("S>"):
        place -= 1
    end = place
    while lines[place - 1].startswith("S>") and not re.match(r"S> \d{3} ", lines[place - 1]):
        place -= 1
    texts = [re.sub(r"^(\\\|)+", "", line[3:]) for line in lines[place : end + 1]]
    repeats = [number for number, text in enumerate(texts[:-1], 1) if number > 1 and text.startswith(texts[0][:3])]
    if not repeats:
        return ""
    more = {0: "", 1: ", and so does 1 more"}.get(len(repeats) - 1, f", and so do {len(repeats) - 1} more")
    return (
        " server: expected no three digits at the start of a line inside a reply; "
        f"received line {repeats[0]} repeats the code inside a multi-line reply{more}"
    )


for name in os.listdir(folder):
    name_requirements(os.path.join(folder, name))
for _ in range(ROUNDS):
    found = replay()
    if not found:
        break
    for path, differences in found.items():
        change(path, differences)
else:
    sys.exit(f"{folder}: the mock server answers differently each time: {sorted(found)}")
