"""aioftp_server.py USER PASSWORD HOME ANONYMOUS PORT PASSIVE-LOW ADDRESS..."""
import asyncio
import sys

import aioftp

user, password, home, anonymous, port, low = sys.argv[1:7]


def server(first):
    readable = [aioftp.Permission("/", readable=True, writable=False)]
    users = [
        aioftp.User(user, password, base_path=home),
        aioftp.User(None, base_path=anonymous, permissions=readable),
    ]
    return aioftp.Server(users, data_ports=range(first, first + 500))


async def main():
    servers = [server(int(low) + 500 * i).run(host, int(port)) for i, host in enumerate(sys.argv[7:])]
    await asyncio.gather(*servers)


asyncio.run(main())
