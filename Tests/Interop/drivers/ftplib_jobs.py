"""ftplib_jobs.py JOB HOST PORT USER PASSWORD PATH FILE [CA]: one job of a driver, with Python's FTP client."""
import ftplib
import os
import pathlib
import ssl
import sys

job, host, port, user, password, path, file, *authorities = sys.argv[1:]
part = os.path.join(os.path.dirname(file), "part")


def download(ftp, begun=b""):
    # Handling an incomplete file is up to the script, not to ftplib.
    with open(part, "wb") as made:
        made.write(begun)
        ftp.retrbinary("RETR " + path, made.write, rest=len(begun) or None)
    os.replace(part, file)


if job.startswith("tls"):
    ftp = ftplib.FTP_TLS(timeout=5, encoding="utf-8", context=ssl.create_default_context(cafile=authorities[0]))
else:
    ftp = ftplib.FTP(timeout=5, encoding="utf-8")
with ftp:
    ftp.connect(host, int(port))
    ftp.login(user, password)
    if job.startswith("tls"):
        ftp.prot_p()
    ftp.set_pasv(not job.endswith("active"))
    if job in ("get", "active", "tls", "tls-active"):
        download(ftp)
    elif job == "resume":
        download(ftp, pathlib.Path(file).read_bytes())
    elif job in ("put", "tls-put"):
        with open(file, "rb") as content:
            ftp.storbinary("STOR " + path, content)
    elif job == "list":
        for name in ftp.nlst(*[path] if path else []):
            print(name)
    elif job == "delete":
        ftp.delete(path)
    elif job == "rename":
        ftp.rename(path, file)
