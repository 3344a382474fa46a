"""treefile.py DIRECTORY LIMIT: print a directory as a tree file for `ftpraw serve --tree`, without files above LIMIT bytes."""
import os
import sys
import time

directory, limit = os.fsencode(sys.argv[1]), int(sys.argv[2])
plain = {byte: chr(byte) for byte in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\"}
escapes = [plain.get(byte, f"\\x{byte:02x}") for byte in range(256)]


def quoted(text):
    return '"' + "".join(map(escapes.__getitem__, text)) + '"'


for parent, folders, names in os.walk(directory):
    for name in sorted(folders) + sorted(names):
        path = os.path.join(parent, name)
        stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime(os.path.getmtime(path)))
        shown = os.path.relpath(path, directory)
        if os.path.isdir(path):
            print(quoted(shown + b"/"), f"time={stamp}")
        elif os.path.getsize(path) <= limit:
            with open(path, "rb") as content:
                print(quoted(shown), f"text={quoted(content.read())} time={stamp}")
