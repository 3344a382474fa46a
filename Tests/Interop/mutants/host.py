"""host.py NAME BASE UPSTREAM-PORT HOME ANONYMOUS: run one mutant, or the unaltered base if the name is `-`.

It listens on a free port of 127.0.0.1, prints that port on a line, and ends when its standard input ends. A server behind
the proxy listens on UPSTREAM-PORT; servers in Python run in this process.
"""
import os
import pathlib
import sys
import threading
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from mutants import proxy, table  # noqa: E402

USER, PASSWORD = "ftpuser", "ftppass"


def ready(port):
    print(port, flush=True)


def run_pyftpdlib(patch, home, anonymous):
    from pyftpdlib import authorizers, filesystems, handlers, servers
    from pyftpdlib.handlers.ftp import control, data

    patch(types.SimpleNamespace(handler=handlers.FTPHandler, data=handlers.DTPHandler, files=filesystems.AbstractedFS,
                                control=control, transfers=data, filesystems=filesystems))
    authorizer = authorizers.DummyAuthorizer()
    authorizer.add_user(USER, PASSWORD, home, perm="elradfmwMT")
    authorizer.add_anonymous(anonymous)
    handlers.FTPHandler.authorizer = authorizer
    server = servers.FTPServer(("127.0.0.1", 0), handlers.FTPHandler)
    ready(server.address[1])
    server.serve_forever(handle_exit=False)


def run_twisted(patch, home, anonymous):
    from twisted.cred import checkers, portal
    from twisted.internet import reactor
    from twisted.protocols import ftp

    patch(ftp)
    users = checkers.InMemoryUsernamePasswordDatabaseDontUse()
    users.users[USER] = PASSWORD
    homes = home + "s"
    os.makedirs(homes, exist_ok=True)
    if not os.path.islink(os.path.join(homes, USER)):
        os.symlink(home, os.path.join(homes, USER))
    realm = ftp.FTPRealm(anonymous, userHome=homes)
    factory = ftp.FTPFactory(portal.Portal(realm, [checkers.AllowAnonymousAccess(), users]))
    ready(reactor.listenTCP(0, factory, interface="127.0.0.1").getHost().port)
    reactor.run()


def run_aioftp(patch, home, anonymous):
    import asyncio

    import aioftp
    from aioftp import server as module

    patch(module)

    class Server(aioftp.Server):
        """Adds FEAT to aioftp, which has MLSD but no FEAT, because cases test only features that FEAT lists."""

        async def feat(self, connection, rest):
            connection.response("211", ["Features:", "MLST Size*;Create*;Modify*;Type*;", "End"], True)
            return True

    async def main():
        readable = [aioftp.Permission("/", readable=True, writable=False)]
        users = [aioftp.User(USER, PASSWORD, base_path=home), aioftp.User(None, base_path=anonymous, permissions=readable)]
        server = Server(users)
        server.commands_mapping["feat"] = server.feat
        await server.start("127.0.0.1", 0)
        ready(server.address[1])
        await asyncio.Event().wait()

    asyncio.run(main())


def end_with_input():
    sys.stdin.read()
    os._exit(0)


def main():
    name, base, upstream, home, anonymous = sys.argv[1:6]
    mutant = table.load()[name] if name != "-" else None
    threading.Thread(target=end_with_input, daemon=True).start()
    if base in table.PROXIED:
        proxy.serve(("127.0.0.1", int(upstream)), mutant.code if mutant else proxy.Twist(), ready)
    else:
        run = {table.PYFTPDLIB: run_pyftpdlib, table.TWISTED: run_twisted, table.AIOFTP: run_aioftp}[base]
        run(mutant.code if mutant else lambda module: None, home, anonymous)


main()
