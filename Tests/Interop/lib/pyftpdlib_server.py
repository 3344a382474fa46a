"""pyftpdlib_server.py USER PASSWORD HOME ANONYMOUS PORT PASSIVE-LOW ADDRESS..."""
import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer

user, password, home, anonymous, port, low = sys.argv[1:7]
FTPHandler.authorizer = DummyAuthorizer()
FTPHandler.authorizer.add_user(user, password, home, perm="elradfmwMT")
FTPHandler.authorizer.add_anonymous(anonymous)
FTPHandler.passive_ports = range(int(low), int(low) + 200)
loop = None
for address in sys.argv[7:]:
    server = FTPServer((address, int(port)), FTPHandler, ioloop=loop)
    loop = server.ioloop
server.serve_forever(handle_exit=False)
