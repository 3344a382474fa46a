"""twisted_server.py USER PASSWORD HOMES ANONYMOUS PORT PASSIVE-LOW ADDRESS..."""
import sys

from twisted.cred import checkers, portal
from twisted.internet import reactor
from twisted.protocols import ftp

user, password, homes, anonymous, port, low = sys.argv[1:7]
users = checkers.InMemoryUsernamePasswordDatabaseDontUse()
# Its FTP server passes str, but the database's own method to add a user stores bytes.
users.users[user] = password
realm = ftp.FTPRealm(anonymous, userHome=homes)
factory = ftp.FTPFactory(portal.Portal(realm, [checkers.AllowAnonymousAccess(), users]))
factory.passivePortRange = range(int(low), int(low) + 1000)
for address in sys.argv[7:]:
    reactor.listenTCP(int(port), factory, interface=address)
reactor.run()
