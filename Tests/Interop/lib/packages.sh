# Fetches missing packages from Debian and PyPI, with this machine's settings for both.

PYPI_PINS=$INTEROP/requirements.txt

refresh_packages() {
  [ -z "${REFRESHED:-}" ] || return 1
  REFRESHED=yes
  is_root || return 1
  say "interop: apt-get update"
  apt-get update -qq >&2
}

# needed_debs PACKAGE...: prints their names and those of their dependencies that this machine lacks.
needed_debs() {
  local plan
  plan=$(apt-get install -s --no-install-recommends "$@" 2>/dev/null) || return 1
  printf '%s\n' "$@"
  printf '%s\n' "$plan" | awk '$1 == "Inst" { print $2 }'
}

# unpack_debs DIRECTORY PACKAGE...: Debian's packages of FTP servers conflict with each other and would start services.
# So each is unpacked into its own folder, with the libraries that this machine lacks; nothing is installed.
unpack_debs() {
  local into=$1 debs needed deb
  shift
  have apt-get && have dpkg-deb || { say "interop: no apt-get here, cannot fetch $*"; return 1; }
  needed=$(needed_debs "$@") || { refresh_packages && needed=$(needed_debs "$@"); } ||
    { say "interop: no such package here: $*"; return 1; }
  debs=$into.debs
  rm -rf "$debs" "$into.new" && mkdir -p "$debs" "$into.new"
  # shellcheck disable=SC2086
  (cd "$debs" && apt_quietly download $(printf '%s\n' $needed | sort -u)) ||
    (refresh_packages && cd "$debs" && apt_quietly download $(printf '%s\n' $needed | sort -u)) ||
    { say "interop: cannot download $*"; return 1; }
  for deb in "$debs"/*.deb; do dpkg-deb -x "$deb" "$into.new" || return 1; done
  dpkg-deb -f "$debs/$1"_*.deb Version >"$into.new/VERSION"
  rm -rf "$debs" "$into"
  mv "$into.new" "$into"
  chmod -R go+rX "$into"
}

apt_quietly() {
  local log=$ROOT/apt.log
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o APT::Sandbox::User=root "$@" >"$log" 2>&1 </dev/null ||
    { tail -3 "$log" >&2; return 1; }
}

# need_tools PACKAGE...: installs Debian packages of ordinary tools, if that is possible.
need_tools() {
  is_root && have apt-get || return 1
  apt_quietly install -y --no-install-recommends "$@" ||
    { refresh_packages && apt_quietly install -y --no-install-recommends "$@"; }
}

package_libraries() {
  local triplet
  for triplet in "$PACKAGE"/usr/lib/*-linux-gnu* "$PACKAGE"/lib/*-linux-gnu*; do
    [ ! -d "$triplet" ] || printf '%s:' "$triplet"
  done
}

make_venv() {
  [ ! -x "$VENV/bin/pip" ] || return 0
  rm -rf "$VENV"
  python3 -m venv "$VENV" >"$ROOT/venv.log" 2>&1 ||
    { need_tools python3-venv && python3 -m venv "$VENV" >"$ROOT/venv.log" 2>&1; } ||
    { tail -3 "$ROOT/venv.log" >&2; return 1; }
}

# pip_install PACKAGE...: installs the versions in requirements.txt, for which the expectations were written.
pip_install() {
  make_venv && "$VENV/bin/pip" install -q --disable-pip-version-check -c "$PYPI_PINS" "$@" \
    </dev/null >"$ROOT/pip.log" 2>&1 || { say "interop: cannot install $* from PyPI"; tail -3 "$ROOT/pip.log" >&2; return 1; }
}

pip_version() { sed -n "s/^$1==//p" "$PYPI_PINS"; }

# fetch_source PACKAGE DIRECTORY: unpacks the Debian source there. Most machines list no sources, so a separate list
# names the archive from which the machine's binary packages come.
fetch_source() {
  local lists=$2/.apt
  mkdir -p "$lists/lists/partial"
  apt-get indextargets --format 'deb-src $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$4 == "main" && $3 !~ /security|updates|backports/' | head -1 >"$lists/sources.list"
  [ -s "$lists/sources.list" ] || { echo "this machine's apt has no main archive"; return 1; }
  local options=(-o "Dir::Etc::SourceList=$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$lists/lists" -o APT::Sandbox::User=root)
  (cd "$2" && apt-get "${options[@]}" update && apt-get "${options[@]}" source "$1")
}
