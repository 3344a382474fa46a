# Shared by `servers` and `run`: paths, and how a server is started and ended.

INTEROP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LIB=$INTEROP/lib
BASELINES=$INTEROP/baselines
FTP_USER=ftpuser FTP_PASSWORD=ftppass
# The two users exist only in the servers' view of /etc/passwd; see within_users in users.sh.
FTP_UID=64100 ANON_UID=64101
# The number of concurrent sessions for which a server is configured. Above 60 it may use any port for passive data.
SESSIONS=${FTPRAW_INTEROP_SESSIONS:-60}
# The interpreter itself, because python3 on PATH may be a slow wrapper.
export FTPRAW_PYTHON=${FTPRAW_PYTHON:-$(python3 -c 'import sys; print(sys.executable)')}

ROOT=${FTPRAW_INTEROP_ROOT:-${TMPDIR:-/tmp}/ftpraw-interop.$(id -u)}
PACKAGES=$ROOT/packages
RUNNING=${FTPRAW_INTEROP_RUNNING:-$ROOT/running}
BIG=$RUNNING/big.bin # on the same file system as the homes, into which it is linked
VENV=$ROOT/venv
# Servers that neither Debian nor PyPI has, ready to start, each in a folder with its name.
PROGRAMS=${FTPRAW_INTEROP_PROGRAMS:+$(realpath -m -- "$FTPRAW_INTEROP_PROGRAMS")}
# The certificate of all servers under TLS: self-signed, for this machine.
CERTIFICATE=$RUNNING/tls/cert.pem KEY=$RUNNING/tls/key.pem CERTIFICATE_AND_KEY=$RUNNING/tls/both.pem

say() { printf '%s\n' "$*" >&2; }
die() { say "interop: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }

# Servers change to another user and must still reach their folders, hence 711. The default name can be guessed, hence
# the check that no other user made the folder first.
make_root() {
  [ -e "$ROOT" ] || mkdir -m 711 -p "$ROOT"
  [ -d "$ROOT" ] && [ ! -L "$ROOT" ] && [ -O "$ROOT" ] || die "$ROOT is not a folder of ours"
  chmod a+x "$ROOT"
  mkdir -p "$PACKAGES" "$RUNNING"
  chmod 711 "$RUNNING" "$PACKAGES"
}

is_secure() { [ "$FLAVOUR" != plain ]; }

make_certificate() {
  [ ! -f "$CERTIFICATE_AND_KEY" ] || return 0
  mkdir -p "$RUNNING/tls" && chmod 711 "$RUNNING/tls"
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=localhost \
    -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1' -keyout "$KEY" -out "$CERTIFICATE" >"$RUNNING/tls/log" 2>&1 ||
    { tail -3 "$RUNNING/tls/log" >&2; return 1; }
  chmod 600 "$KEY"
  (umask 077 && cat "$KEY" "$CERTIFICATE" >"$CERTIFICATE_AND_KEY.new") && mv "$CERTIFICATE_AND_KEY.new" "$CERTIFICATE_AND_KEY"
}

have_ipv6() { "$FTPRAW_PYTHON" - 2>/dev/null <<'PY'
import socket
socket.socket(socket.AF_INET6).bind(("::1", 0))
PY
}

plain_names() { local file; for file in "$INTEROP"/servers.d/*.sh; do basename "$file" .sh; done; }

# The servers of a run of everything: those whose findings are known. Others run only when they are named.
names() {
  local name
  for name in $(plain_names); do [ ! -f "$BASELINES/$name.txt" ] || echo "$name"; done
}

# The same servers under TLS: `-tls` after AUTH, `-ftps` from the first byte, as the FLAVOURS of their files say.
tls_names() {
  local file name flavour
  for file in "$INTEROP"/servers.d/*.sh; do
    name=$(basename "$file" .sh)
    for flavour in $(sed -n 's/^FLAVOURS=(\(.*\))$/\1/p' "$file"); do echo "$name-$flavour"; done
  done
}

all_names() { plain_names; tls_names; }

# load NAME: reads the server's file and sets the variables that its functions may use.
load() {
  local file=$1
  NAME=$1
  FLAVOUR=plain SCHEME=ftp SECURITY=()
  if tls_names | grep -xF -- "$NAME" >/dev/null; then # -q would end tls_names early, with a failure
    file=${NAME%-*} FLAVOUR=${NAME##*-} SECURITY=(--ca "$CERTIFICATE")
    SCHEME=ftpes
    [ "$FLAVOUR" = tls ] || SCHEME=ftps
  fi
  [ -f "$INTEROP/servers.d/$file.sh" ] || die "no such server: $NAME (known: $(all_names | tr '\n' ' '))"
  PACKAGE=$PACKAGES/$file      # the unpacked packages of this server
  STATE=$RUNNING/$NAME         # each start makes everything below it again
  HOME_DIR=$STATE/home ANON_DIR=$STATE/anonymous CONF=$STATE/conf LOG=$STATE/log
  IPV6=no
  # A server's file overrides these.
  NEEDS_USERS=no               # yes: runs as root, and looks users up in /etc/passwd
  SPEAKS_IPV6=yes
  ANONYMOUS=yes
  PASSIVE_HALF=500             # passive ports of each address; a run of `check` uses hundreds within a minute
  ABORT=synch                  # how to abort a transfer so that the session survives: synch, plain, or none
  LISTS_ASCII=no               # yes: LIST shows a question mark for each byte of a name that is not ASCII
  CHECK=()                     # options of `ftpraw check` that this server needs
  declare -gA ANSWERS=()       # check -> code: where this server is known to answer differently
  server_stop() { end_processes; }
  FLAVOURS=()                  # tls, ftps: the kinds of TLS that it supports
  INSECURE=                    # what ftpraw reports if the server's TLS cannot be used
  TOOLS=()                     # commands of this machine that it needs
  PROVIDED=()                  # what $PROGRAMS/NAME must have, if the server comes from there
  server_install() { server_present; }
  server_present() { :; }
  server_version() { cat "$PACKAGE/VERSION"; }
  # shellcheck source=/dev/null
  . "$INTEROP/servers.d/$file.sh"
  [ ${#PROVIDED[@]} = 0 ] || PROVIDED+=(VERSION) PACKAGE=$PROGRAMS/$file
  [ ! -f "$STATE/env" ] || . "$STATE/env"
}

# why_not: prints why this server cannot run on this machine; nothing if it can, once it is installed.
why_not() {
  [ "$FLAVOUR" = plain ] || have openssl || { echo "needs openssl"; return 0; }
  local need
  for need in "${TOOLS[@]}"; do have "$need" || { echo "needs $need"; return 0; }; done
  for need in "${PROVIDED[@]}"; do
    [ -e "$PACKAGE/$need" ] || { echo "needs $NAME/$need in the folder that FTPRAW_INTEROP_PROGRAMS names"; return 0; }
  done
  [ "$NEEDS_USERS" = yes ] || return 0
  is_root || { echo "needs root"; return 0; }
  have openssl || { echo "needs openssl"; return 0; }
  can_show_users || echo "needs mount namespaces (unshare -m)"
}

launch() { # COMMAND...: runs it in the background, under a supervisor whose pid is recorded
  "$FTPRAW_PYTHON" "$LIB/supervise.py" "$LOG/out" "$@" </dev/null >>"$LOG/out" 2>&1 &
  echo "$! $(started_at "$!")" >>"$STATE/pids"
  disown "$!"
}

# The start time of a process, which shows whether its pid was reused by another process.
started_at() {
  if [ -r "/proc/$1/stat" ]; then sed -E 's/^.*\) //' "/proc/$1/stat" | cut -d' ' -f20
  else ps -o lstart= -p "$1" | tr -d ' '; fi 2>/dev/null
}

is_ours() { [ -n "$2" ] && [ "$(started_at "$1")" = "$2" ]; }

running() {
  [ -s "$STATE/pids" ] || return 1
  local pid since
  while read -r pid since; do is_ours "$pid" "$since" || return 1; done <"$STATE/pids"
}

end_processes() {
  [ -s "$STATE/pids" ] || return 0
  local pid since tries
  # A stopped process gets SIGTERM only after it continues.
  while read -r pid since; do
    if is_ours "$pid" "$since"; then kill -TERM "$pid" && kill -CONT "$pid"; fi
  done <"$STATE/pids" 2>/dev/null
  while read -r pid since; do
    for ((tries = 0; tries < 100; tries++)); do
      is_ours "$pid" "$since" || break
      sleep 0.1
    done
    # The supervisor leads the process group of most processes that it has started.
    ! is_ours "$pid" "$since" || { say "interop: $NAME: process $pid does not end, killing it"; kill -KILL -- "-$pid"; }
  done <"$STATE/pids"
  rm -f "$STATE/pids"
}

addresses() { if [ "$IPV6" = yes ]; then echo 127.0.0.1 ::1; else echo 127.0.0.1; fi; }

# Each address gets half of the passive ports, because many servers need a process for each address.
passive_range() { # ADDRESS SEPARATOR
  case $1 in
    ::1) echo "$((PASSIVE_LOW + PASSIVE_HALF))$2$((PASSIVE_LOW + 2 * PASSIVE_HALF - 1))" ;;
    *) echo "$PASSIVE_LOW$2$((PASSIVE_LOW + PASSIVE_HALF - 1))" ;;
  esac
}

has_few_sessions() { [ "$SESSIONS" -le 60 ]; }

choose_ports() {
  IPV6=no
  [ "$SPEAKS_IPV6" = no ] || ! have_ipv6 || IPV6=yes
  local first
  # The first port stays free: it is the server's data port (RFC 959 5.2, the control port minus one).
  # shellcheck disable=SC2046
  first=$({ sed -n 's/^PORT=\([0-9]*\) .* LAST_PORT=\([0-9]*\)$/\1 \2/p' "$RUNNING"/*/env 2>/dev/null || true; } |
    "$FTPRAW_PYTHON" "$LIB/ports.py" $((2 * PASSIVE_HALF + 2)) $(addresses)) || die "$NAME: no free ports"
  PORT=$((first + 1)) PASSIVE_LOW=$((first + 2))
  printf 'PORT=%s PASSIVE_LOW=%s IPV6=%s LAST_PORT=%s\n' "$PORT" "$PASSIVE_LOW" "$IPV6" \
    $((PASSIVE_LOW + 2 * PASSIVE_HALF - 1)) >"$STATE/env"
}

fill() { # DIRECTORY
  mkdir -p "$1"
  find "$1" -mindepth 1 -delete
  "$FTPRAW_PYTHON" "$LIB/content.py" "$1" "$BIG"
  chmod -R a+rX "$1"
}

# Fills the existing folders, because one of them may be the root directory of a running process.
fill_all() {
  fill "$HOME_DIR"
  fill "$ANON_DIR"
  rmdir "$ANON_DIR/up"
  if is_root; then
    chown -hR $FTP_UID:$FTP_UID "$HOME_DIR"
    # All homes share this file, so no server's user may change it.
    chown 0:0 "$BIG"
  fi
}

# The addresses in the form that inetd.py expects.
inetd_addresses() { addresses | sed "s/[^ ][^ ]*/&:$PORT/g; s/ /,/g"; }
