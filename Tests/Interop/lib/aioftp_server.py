"""aioftp_server.py CERTIFICATE-AND-KEY USER PASSWORD HOME ANONYMOUS PORT PASSIVE-LOW ADDRESS..."""
import asyncio
import ssl
import sys

import aioftp

certificate, user, password, home, anonymous, port, low = sys.argv[1:8]
security = None
if certificate:
    security = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    security.load_cert_chain(certificate)


def server(first):
    readable = [aioftp.Permission("/", readable=True, writable=False)]
    users = [
        aioftp.User(user, password, base_path=home),
        aioftp.User(None, base_path=anonymous, permissions=readable),
    ]
    return aioftp.Server(users, data_ports=range(first, first + 500), ssl=security)


async def main():
    servers = [server(int(low) + 500 * i).run(host, int(port)) for i, host in enumerate(sys.argv[8:])]
    await asyncio.gather(*servers)


asyncio.run(main())
