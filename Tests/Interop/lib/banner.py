"""banner.py HOST PORT SECONDS [ftp|ftpes|ftps]: wait until a server greets with 220; exit 1 if it does not in time."""
import socket
import ssl
import sys
import time

host, port, deadline = sys.argv[1], int(sys.argv[2]), time.monotonic() + float(sys.argv[3])
# Other checks verify the certificate.
trusting = ssl.create_default_context()
trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
while time.monotonic() < deadline:
    try:
        with socket.create_connection((host, port), 1) as control:
            control.settimeout(8)
            if sys.argv[4:] == ["ftps"]:
                control = trusting.wrap_socket(control)
            if control.recv(4096).startswith(b"220"):
                control.sendall(b"QUIT\r\n")
                control.recv(4096)
                sys.exit(0)
    except OSError:
        pass
    time.sleep(0.05)
sys.exit(1)
