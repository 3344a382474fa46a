"""Faults of aioftp. Each function gets the module `aioftp.server`."""
import pathlib

from .table import AIOFTP, SHOULD, legal_patch, patch


def wrap(module, name, around):
    original = getattr(module.Server, name)
    setattr(module.Server, name, around(original))


def answered(code, text):
    """A command that gets this answer and does nothing."""

    async def answer(self, connection, rest):
        connection.response(code, text)
        return True

    return answer




@patch("aio-dele-keeps", "959:4.1.3:dele-removes 959:4.2:success-means-done", AIOFTP)
def dele_keeps(module):
    """DELE gets 250, and the file stays."""
    module.Server.dele = answered("250", "")


@patch("aio-rnto-nothing", "959:4.1.3:rnto-renames 959:4.2:success-means-done", AIOFTP)
def rnto_nothing(module):
    """RNTO gets 250, and nothing is renamed."""
    module.Server.rnto = answered("250", "")


@patch("aio-cwd-missing", "959:4.1.1:cwd-missing 959:4.2:success-means-done", AIOFTP)
def cwd_missing(module):
    """CWD to a missing directory gets 250 and makes it the current directory."""

    async def cwd(self, connection, rest):
        real, virtual = self.get_paths(connection, rest)
        connection.current_directory = virtual
        connection.response("250", "")
        return True

    module.Server.cwd = cwd


@patch("aio-cdup-root", "959:4.1.1:cdup-parent", AIOFTP)
def cdup_root(module):
    """CDUP goes to the root."""

    async def cdup(self, connection, rest):
        connection.current_directory = pathlib.PurePosixPath("/")
        connection.response("250", "")
        return True

    module.Server.cdup = cdup


@patch("aio-pwd-root", "959:appendix-ii:pwd-* 959:4.1.1:cwd-*", AIOFTP)
def pwd_root(module):
    """PWD always says /."""
    module.Server.pwd = answered("257", '"/"')


@patch("aio-mlsd-types", "3659:7.5.1:*", AIOFTP)
def mlsd_types(module):
    """The fact type is file for every entry."""

    def around(original):
        async def build(self, connection, path):
            return (await original(self, connection, path)).replace("Type=dir", "Type=file").replace("type=dir", "type=file")

        return build

    wrap(module, "build_mlsx_string", around)


# RFC 3659: the fact "should always reflect the approximate size".
@patch("aio-mlsd-sizes", "3659:7.5.7:size-fact", AIOFTP, SHOULD)
def mlsd_sizes(module):
    """The fact size is one too many."""

    def around(original):
        def facts(self, stats):
            made = original(self, stats)
            for key in made:
                if key.lower() == "size":
                    made[key] = str(int(made[key]) + 1)
            return made

        return facts

    wrap(module, "_build_mlsx_facts_from_stats", around)


@patch("aio-syst-windows", "959:5.4:syst-codes 959:4.1.3:syst-system-name", AIOFTP)
def syst_other(module):
    """SYST gets 250."""
    module.Server.syst = answered("250", "OK")


@patch("aio-rest-ignored", "3659:5.3:rest-retr 3659:5.3:*", AIOFTP)
def rest_ignored(module):
    """REST gets 350 and has no effect."""
    module.Server.rest = answered("350", "restarting")


@patch("aio-type-unknown", "959:4.1.2:type-unknown 959:4.2:*", AIOFTP)
def type_any(module):
    """Every TYPE is accepted."""
    module.Server.type = answered("200", "")


@legal_patch("legal-aioftp", AIOFTP)
def unaltered(module):
    """Nothing is altered."""
