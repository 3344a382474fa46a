"""Faults of Twisted. Each function gets the module `twisted.protocols.ftp`."""
from .table import SHOULD, TWISTED, legal_patch, patch


def succeeding(result=None):
    from twisted.internet import defer

    return lambda self, *rest: defer.succeed(result)


@patch("tw-dele-keeps", "959:4.1.3:dele-removes 959:4.2:success-means-done", TWISTED)
def dele_keeps(ftp):
    """DELE gets 250, and the file stays."""
    ftp.FTPShell.removeFile = succeeding()


@patch("tw-rename-nothing", "959:4.1.3:rnto-renames 959:4.2:success-means-done", TWISTED)
def rename_nothing(ftp):
    """RNTO gets 250, and nothing is renamed."""
    ftp.FTPShell.rename = succeeding()


@patch("tw-size-one-more", "3659:4:size-transfer-octets", TWISTED)
def size_more(ftp):
    """SIZE is one too many."""
    original = ftp.FTPAnonymousShell._stat_size
    ftp.FTPAnonymousShell._stat_size = lambda self, path: original(self, path) + 1


@patch("tw-pwd-unquoted", "959:appendix-ii:pwd-reply-form", TWISTED)
def pwd_unquoted(ftp):
    """PWD's reply has no quotes."""
    ftp.RESPONSE[ftp.PWD_REPLY] = "257 %s"


@patch("tw-quit-code", "959:5.4:quit-codes 959:4.1.1:quit-221-close", TWISTED, SHOULD)
def quit_code(ftp):
    """QUIT gets 226."""
    ftp.RESPONSE[ftp.GOODBYE_MSG] = "226 Goodbye."


@patch("tw-cwd-anything", "959:4.1.1:cwd-missing", TWISTED)
def cwd_anything(ftp):
    """CWD to a missing directory gets 250."""
    ftp.FTPShell.access = succeeding()
    ftp.FTPAnonymousShell.access = succeeding()


@patch("tw-stor-twice", "959:4.1.3:stor-* 959:3.1.1.3:image-round-trip 959:3.1.2:*", TWISTED)
def stor_twice(ftp):
    """STOR writes each piece twice."""
    original = ftp.FileConsumer.write
    ftp.FileConsumer.write = lambda self, data: (original(self, data), original(self, data))[0]


@legal_patch("legal-twisted", TWISTED)
def unaltered(ftp):
    """Nothing is altered."""
