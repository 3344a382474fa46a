"""break_capture.py truncated|shuffled|random <GOOD >BROKEN: break a pcap file, always in the same way."""

import random
import struct
import sys


def packets(data):
    offset = 24
    while offset + 16 <= len(data):
        end = offset + 16 + struct.unpack_from("=I", data, offset + 8)[0]
        yield data[offset:end]
        offset = end


good = sys.stdin.buffer.read()
chance = random.Random(959)
kind = sys.argv[1]
if kind == "truncated":
    broken = good[: len(good) * 2 // 3 - 5]
elif kind == "shuffled":
    parts = list(packets(good))
    chance.shuffle(parts)
    broken = good[:24] + b"".join(parts)
else:
    broken = chance.randbytes(len(good))
sys.stdout.buffer.write(broken)
