"""loopback.py: switch on the loopback device of a new network namespace."""
import fcntl
import socket
import struct

SIOCSIFFLAGS, IFF_UP = 0x8914, 1
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
    fcntl.ioctl(device, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", IFF_UP))
