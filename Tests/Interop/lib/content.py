"""content.py DIRECTORY BIG: fill DIRECTORY with the fixed tree; BIG is the 64 MiB file that is linked into it.

Everything is the same on every machine and in every run, including modification times.
"""
import os
import random
import sys

MODIFIED = 1582979696  # 2020-02-29 12:34:56 UTC
BIG_SIZE = 64 << 20

directory, big = sys.argv[1], sys.argv[2]
files = {
    "hello.txt": b"Hello, FTP world.\nSecond line.\nLast line without newline",
    "crlf.txt": b"one\r\ntwo\r\nthree\r\n",
    "empty.bin": b"",
    "all-bytes.bin": bytes(range(256)),
    "one-mib.bin": random.Random(1).randbytes(1 << 20),
    "with space.txt": b"a name with a space\n",
    "na\u00efve-\u03a9-\u65e5\u672c.txt": b"a name in UTF-8\n",
    'quo"te.txt': b"a name with a double quote\n",
    "dir/a.txt": b"a\n",
    "dir/sub/b.txt": b"b\n",
}

if not os.path.exists(big):
    with open(big + ".new", "wb") as made:
        made.write(random.Random(2).randbytes(BIG_SIZE))
    os.chmod(big + ".new", 0o444)
    os.rename(big + ".new", big)

for name, content in files.items():
    path = os.path.join(os.fsencode(directory), name.encode())
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as made:
        made.write(content)
os.link(big, os.path.join(directory, "big.bin"))
for name in ("emptydir", "up"):
    os.makedirs(os.path.join(directory, name), exist_ok=True)
for parent, folders, names in os.walk(directory, topdown=False):
    for name in folders + names:
        os.utime(os.path.join(parent, name), (MODIFIED, MODIFIED), follow_symlinks=False)
os.utime(directory, (MODIFIED, MODIFIED))
