"""ftplib_client.py HOST PORT USER PASSWORD active|passive OPERATION ARGUMENT...: one operation of Python's FTP client."""
import ftplib
import os
import sys

host, port, user, password, mode, operation, *arguments = sys.argv[1:]


def listing(ftp, directory):
    ftp.dir(directory)
    # MLSD and NLST name the same files.
    machine = sorted(name for name, facts in ftp.mlsd(directory) if facts["type"] not in ("cdir", "pdir"))
    names = sorted(os.path.basename(name) for name in ftp.nlst(directory))
    if machine != names:
        sys.exit(f"MLSD names {machine}, NLST {names}")


def download(ftp, remote, local, start=None):
    with open(local, "wb" if start is None else "ab") as made:
        ftp.retrbinary("RETR " + remote, made.write, rest=start)


def upload(ftp, local, remote, start=None):
    with open(local, "rb") as content:
        content.seek(start or 0)
        ftp.storbinary("STOR " + remote, content, rest=start)


operations = {
    "list": listing,
    "download": download,
    "upload": upload,
    "resume-download": lambda ftp, remote, local: download(ftp, remote, local, os.path.getsize(local)),
    "resume-upload": lambda ftp, local, remote: upload(ftp, local, remote, ftp.size(remote)),
    "rename": lambda ftp, old, new: ftp.rename(old, new),
    "delete": lambda ftp, remote: ftp.delete(remote),
}

with ftplib.FTP(timeout=30, encoding="utf-8") as ftp:
    ftp.connect(host, int(port))
    ftp.login(user, password)
    ftp.set_pasv(mode == "passive")
    ftp.voidcmd("TYPE I")
    operations[operation](ftp, *arguments)
