"""aioftp_jobs.py JOB HOST PORT USER PASSWORD PATH FILE [CA]: one job of a driver, with aioftp."""
import asyncio
import os
import pathlib
import ssl
import sys

import aioftp

job, host, port, user, password, path, file, *authorities = sys.argv[1:]
part = os.path.join(os.path.dirname(file), "part")


async def download(client, begun=b""):
    # Handling an incomplete file is up to the script, not to aioftp.
    with open(part, "wb") as made:
        made.write(begun)
        async with client.download_stream(path, offset=len(begun)) as stream:
            async for block in stream.iter_by_block():
                made.write(block)
    os.replace(part, file)


async def upload(client):
    async with client.upload_stream(path) as stream:
        with open(file, "rb") as content:
            while block := content.read(8192):
                await stream.write(block)


async def work(client):
    if job in ("get", "tls", "implicit"):
        await download(client)
    elif job == "resume":
        await download(client, pathlib.Path(file).read_bytes())
    elif job in ("put", "tls-put"):
        await upload(client)
    elif job == "list":
        for name, _ in await client.list(path):
            print(name.name)
    elif job in ("mirror", "tls-mirror"):
        await client.download("/" + path, file, write_into=True)
    elif job == "delete":
        await client.remove_file(path)
    elif job == "rename":
        await client.rename(path, file)


async def main():
    trusted = ssl.create_default_context(cafile=authorities[0]) if authorities else None
    implicit = trusted if job == "implicit" else None
    client = aioftp.Client(socket_timeout=5, connection_timeout=5, path_timeout=5, ssl=implicit)
    try:
        await client.connect(host, int(port))
        if job.startswith("tls"):
            await client.upgrade_to_tls(trusted)
        await client.login(user, password)
        await work(client)
        await client.quit()
    finally:
        client.close()


asyncio.run(main())
