"""pyftpdlib_server.py CERTIFICATE-AND-KEY USER PASSWORD HOME ANONYMOUS PORT PASSIVE-LOW SESSIONS ADDRESS..."""
import sys

from pyftpdlib import handlers
from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.servers import FTPServer

certificate, user, password, home, anonymous, port, low, sessions = sys.argv[1:9]
FTPHandler = handlers.TLS_FTPHandler if certificate else handlers.FTPHandler
if certificate:
    FTPHandler.certfile = certificate
FTPHandler.authorizer = DummyAuthorizer()
FTPHandler.authorizer.add_user(user, password, home, perm="elradfmwMT")
FTPHandler.authorizer.add_anonymous(anonymous)
if low:
    FTPHandler.passive_ports = range(int(low), int(low) + 1000)
# The limit includes data connections and listeners.
FTPServer.max_cons = 3 * int(sessions)
loop = None
for address in sys.argv[9:]:
    server = FTPServer((address, int(port)), FTPHandler, ioloop=loop)
    loop = server.ioloop
server.serve_forever(handle_exit=False)
