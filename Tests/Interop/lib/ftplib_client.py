"""ftplib_client.py none|explicit|implicit CA HOST PORT USER PASSWORD active|passive OPERATION ARGUMENT...

One operation of Python's FTP client, with or without TLS.
"""
import ftplib
import os
import ssl
import sys

tls, authorities, host, port, user, password, mode, operation, *arguments = sys.argv[1:]


class Implicit(ftplib.FTP_TLS):
    """Implicit TLS, which ftplib does not support by itself."""

    @property
    def sock(self):
        return self._sock

    @sock.setter
    def sock(self, value):
        if value is not None and not isinstance(value, ssl.SSLSocket):
            value = self.context.wrap_socket(value, server_hostname=self.host)
        self._sock = value


def client():
    if tls == "none":
        return ftplib.FTP(timeout=30, encoding="utf-8")
    kind = ftplib.FTP_TLS if tls == "explicit" else Implicit
    return kind(timeout=30, encoding="utf-8", context=ssl.create_default_context(cafile=authorities))


def listing(ftp, directory):
    ftp.dir(directory)
    # MLSD and NLST must name the same files.
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

with client() as ftp:
    ftp.connect(host, int(port))
    ftp.login(user, password)
    if tls != "none":
        ftp.prot_p()
    ftp.set_pasv(mode == "passive")
    ftp.voidcmd("TYPE I")
    operations[operation](ftp, *arguments)
