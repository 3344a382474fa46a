"""listing.py DIRECTORY [yes]: compare the output of `ftpraw ls --json` with the contents of DIRECTORY.

Compares names, kinds, sizes of files, and times as precisely as they were listed, and prints that precision. With
`yes`, the listing has a question mark for each byte of a name that is not ASCII.
"""
import calendar
import json
import os
import sys
import time

UNITS = {"day": 86400, "minute": 60, "second": 1, "fraction": 1}

ascii_only = sys.argv[2:] == ["yes"]


def shown(name):
    return "".join(chr(byte) if byte < 128 else "?" for byte in os.fsencode(name)) if ascii_only else name


expected = {shown(entry.name): entry for entry in os.scandir(sys.argv[1])}
listed = {}
wrong = []
precisions = set()
for line in sys.stdin:
    entry = json.loads(line)
    listed[entry["name"]] = entry
for name in sorted(expected.keys() - listed.keys()):
    wrong.append(f"{name!r} is missing")
for name in sorted(listed.keys() - expected.keys()):
    wrong.append(f"{name!r} is not there")
for name in sorted(listed.keys() & expected.keys()):
    entry, real = listed[name], expected[name]
    status = real.stat()
    kind = "directory" if real.is_dir() else "file"
    if entry["kind"] != kind:
        wrong.append(f"{name!r} is a {kind} and listed as {entry['kind']}")
    if kind == "file" and entry.get("size") != status.st_size:
        wrong.append(f"{name!r} has {status.st_size} bytes and is listed with {entry.get('size')}")
    if "modified" not in entry:
        precisions.add("no time")
        continue
    told = calendar.timegm(time.strptime(entry["modified"][:19], "%Y-%m-%dT%H:%M:%S"))
    unit = UNITS[entry["precision"]]
    precisions.add(entry["precision"])
    # A server may cache a directory for a second, as rclone does, while uploads change its time.
    if kind == "directory" and 0 < int(status.st_mtime) - told <= 2:
        continue
    if int(status.st_mtime) // unit != told // unit:
        wrong.append(f"{name!r} is listed with the time {entry['modified']}, {told - int(status.st_mtime)} s off")
for line in wrong:
    print(line)
print(f"{len(listed)} entries, times to the {' or '.join(sorted(precisions))}" if precisions else "no entries")
sys.exit(1 if wrong else 0)
