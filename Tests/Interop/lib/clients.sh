# The checks that `run` makes of each client against `ftpraw serve`: every operation, with the files in memory and in a
# folder, over IPv4 and IPv6, with passive and active data connections. `load_client` has read the client's file.

OPERATIONS=(list download upload resume_download resume_upload rename delete)
# How many bytes of the file exist already when a transfer is resumed: a multiple of 16 KiB, the unit of aria2.
CUT=393216
# explicit or implicit if the client should use TLS, empty otherwise.
CLIENT_TLS=

client_names() { local file; for file in "$INTEROP"/clients.d/*.sh; do basename "$file" .sh; done; }
is_client() { [ -f "$INTEROP/clients.d/$1.sh" ]; }

# load_client NAME: reads the client's file, which defines one function for each operation that the client supports.
load_client() {
  local operation
  NAME=$1
  PACKAGE=$PACKAGES/$NAME
  DEB='' PROGRAM=''
  declare -gA CANNOT=()        # operation, or family-mode -> why the client does not support it
  for operation in "${OPERATIONS[@]}"; do unset -f "client_$operation"; done
  client_install() { unpack_debs "$PACKAGE" "$DEB"; }
  client_present() { [ -n "$(client_program "$PROGRAM")" ]; }
  # shellcheck source=/dev/null
  . "$INTEROP/clients.d/$NAME.sh"
}

# client_program PROGRAM: prints its path; an installed program comes first.
client_program() { command -v "$1" || { [ ! -x "$PACKAGE/usr/bin/$1" ] || echo "$PACKAGE/usr/bin/$1"; }; }

version_of_package() { cat "$PACKAGE/VERSION" 2>/dev/null || dpkg-query -W -f '${Version}' "$1" 2>/dev/null; }

# client_run PROGRAM ARGUMENT...: runs it without the settings of this machine's user.
client_run() {
  local program settings=(-u ftp_proxy -u FTP_PROXY -u all_proxy -u ALL_PROXY -u NETRC "HOME=$WORK/nobody" LC_ALL=C.UTF-8)
  program=$(client_program "$1")
  shift
  [ "${program#"$PACKAGE"}" = "$program" ] || settings+=("LD_LIBRARY_PATH=$(package_libraries)")
  timeout -k 5 60 env "${settings[@]}" "$program" "$@"
}

# escape PATH: percent-encodes a path for a URL, except slashes.
escape() {
  local LC_ALL=C text=$1 index byte
  for ((index = 0; index < ${#text}; index++)); do
    byte=${text:index:1}
    case $byte in
      [A-Za-z0-9._/~-]) printf %s "$byte" ;;
      *) printf '%%%02X' "$(($(printf %d "'$byte") & 255))" ;;
    esac
  done
}

# stored PATH: writes the server's file into $WORK/stored.
stored() {
  rm -f "$WORK/stored"
  if [ "$STORAGE" = root ]; then cp "$SHARED/$1" "$WORK/stored" 2>/dev/null
  else aside -o "$WORK/stored" 'TYPE I' EPSV "RETR $1"; fi
}

# store LOCAL PATH: puts a file on the server without the client.
store() {
  if [ "$STORAGE" = root ]; then cp "$1" "$SHARED/$2"
  else aside --input "$1" 'TYPE I' EPSV "STOR $2"; fi
}

aside() {
  FTPRAW_PASSWORD=$FTP_PASSWORD timeout -k 5 60 "$FTPRAW" send -s "${URL/\/\////$FTP_USER@}" "$@" \
    >/dev/null 2>>"$WORK/talk" </dev/null
}

# operate OPERATION ARGUMENT...: runs an operation of the client; $WORK/said is the server's log of it.
operate() {
  local heard status=0
  heard=$(wc -c <"$SERVE_LOG")
  "client_$1" "${@:2}" >"$WORK/out" 2>>"$WORK/talk" </dev/null || status=$?
  tail -c "+$((heard + 1))" "$SERVE_LOG" >"$WORK/said"
  { echo "($NAME: $*: exit status $status)"
    cat "$WORK/out"
    grep -v '^\[[0-9]*\] D>' "$WORK/said"; } | head -c 3000 >>"$WORK/talk"
  [ $status = 0 ] || because "$1 ends with exit status $status"
}

heard() { grep -qE "^\[[0-9]+\] C> $1" "$WORK/said"; }

# Checks that the data connections of the last operation were opened as requested.
goes_the_way() {
  local asked='(EPSV|PASV|LPSV)' other='(EPRT|PORT|LPRT) '
  [ "$MODE" = passive ] || { local swap=$asked; asked=$other other=$swap; }
  heard "$asked" && ! heard "$other" || because "the data connections are not $MODE"
}

same() { cmp "$1" "$2" >>"$WORK/talk" 2>&1 || because "the bytes differ"; }

does_list() {
  local name
  operate list dir/sub && goes_the_way || return
  grep -q 'b\.txt' "$WORK/out" || because "dir/sub is not listed" || return
  operate list . || return
  for name in hello.txt 'with space.txt' 'naïve-Ω-日本.txt' emptydir; do
    grep -qF "$name" "$WORK/out" || because "the listing does not show $name" || return
  done
}

does_download() {
  local name
  for name in hello.txt empty.bin one-mib.bin 'with space.txt' 'naïve-Ω-日本.txt' dir/sub/b.txt; do
    rm -f "$WORK/got"
    operate download "$name" "$WORK/got" && same "$HOME_DIR/$name" "$WORK/got" || return
    # A client that has asked for the size of an empty file need not transfer it.
    [ ! -s "$HOME_DIR/$name" ] || goes_the_way || return
  done
}

does_upload() {
  local name
  for name in one-mib.bin empty.bin 'naïve-Ω-日本.txt'; do
    operate upload "$HOME_DIR/$name" "up/$name" && goes_the_way || return
    stored "up/$name" && same "$HOME_DIR/$name" "$WORK/stored" || because "up/$name is not there" || return
  done
}

does_resume_download() {
  head -c $CUT "$HOME_DIR/one-mib.bin" >"$WORK/got"
  operate resume_download one-mib.bin "$WORK/got" && goes_the_way && same "$HOME_DIR/one-mib.bin" "$WORK/got" || return
  heard "REST $CUT" || because "it started from the beginning"
}

does_resume_upload() {
  head -c $CUT "$HOME_DIR/one-mib.bin" >"$WORK/part"
  store "$WORK/part" up/part.bin || because "cannot prepare up/part.bin" || return
  operate resume_upload "$HOME_DIR/one-mib.bin" up/part.bin && goes_the_way || return
  stored up/part.bin && same "$HOME_DIR/one-mib.bin" "$WORK/stored" || return
  heard "(REST $CUT|APPE )" || because "it started from the beginning"
}

does_rename() {
  store "$HOME_DIR/hello.txt" up/before.txt || because "cannot prepare up/before.txt" || return
  operate rename up/before.txt 'up/after wards.txt' || return
  ! stored up/before.txt || because "the old name is still there" || return
  stored 'up/after wards.txt' && same "$HOME_DIR/hello.txt" "$WORK/stored" || because "the new name is not there"
}

does_delete() {
  store "$HOME_DIR/hello.txt" up/gone.txt || because "cannot prepare up/gone.txt" || return
  operate delete up/gone.txt || return
  ! stored up/gone.txt || because "the file is still there"
}

# Starts one server for each storage and family; SERVED gets one line for each, with its URL and log.
serve_to_clients() {
  local storage address family
  STATE=$RUNNING/clients HOME_DIR=$RUNNING/clients/home
  rm -rf "$STATE"
  mkdir -p "$STATE"
  fill "$HOME_DIR"
  "$FTPRAW_PYTHON" "$LIB/treefile.py" "$HOME_DIR" $((1 << 20)) >"$WORK/tree"
  mkdir -p "$WORK/nobody"
  for family in "${FAMILIES[@]}"; do
    if [ "$family" = ipv6 ]; then address=::1; else address=127.0.0.1; fi
    for storage in memory root; do
      local options=(--listen "$address" --log "$WORK/$storage-$family.log")
      if [ $storage = memory ]; then options+=(--tree "$WORK/tree"); else
        fill "$STATE/shared-$family"
        options+=(--root "$STATE/shared-$family")
      fi
      start_serve "$storage-$family" "${options[@]}" || return
    done
  done
}

check_client() {
  local operation mode family storage MODE
  for operation in "${OPERATIONS[@]}" ipv4-passive ipv4-active ipv6-passive ipv6-active; do
    [ -z "${CANNOT[$operation]:-}" ] || skip "${operation//_/-}" "${CANNOT[$operation]}"
  done
  for family in "${FAMILIES[@]}"; do
    for storage in memory root; do
      SERVE_LOG=$WORK/$storage-$family.log URL=$(head -n 1 "$WORK/$storage-$family.url")
      STORAGE=$storage FAMILY=$family SHARED=$STATE/shared-$family PORT=${URL##*:}
      if [ "$family" = ipv6 ]; then HOST=::1; else HOST=127.0.0.1; fi
      for mode in passive active; do
        MODE=$mode
        [ -z "${CANNOT[$family-$mode]:-}" ] || continue
        for operation in "${OPERATIONS[@]}"; do
          [ -n "${CANNOT[$operation]:-}" ] ||
            check "$storage-$family-$mode-${operation//_/-}" "does_$operation"
        done
      done
    done
  done
}

# check_clients NAME...: checks these clients, and counts those that ran in CLIENTS_RAN.
check_clients() {
  local name
  FAMILIES=(ipv4)
  ! have_ipv6 || FAMILIES+=(ipv6)
  NAME=clients
  [ ${#FAMILIES[@]} = 2 ] || skip ipv6 "no IPv6 here"
  serve_to_clients || { check serve because "$REASON"; return; }
  NAME=serve
  FILE=pub/64MiB.bin check memory-sigterm ends_in_order
  FILE=big.bin check root-sigterm ends_in_order --root "$STATE/shared-ipv4"
  for name; do
    load_client "$name"
    client_present || client_install && client_present || { skip client "not installed"; continue; }
    CLIENTS_RAN=$((CLIENTS_RAN + 1))
    echo "# $name $(client_version)"
    check_client
  done
  end_serve
  rm -rf "$STATE"
}

# With 50 transfers in progress, SIGTERM must end the server in less than two seconds, and every session must get 421.
ends_in_order() { # OPTION...
  start_serve ending "$@" || return
  timeout -k 5 120 "$FTPRAW_PYTHON" "$LIB/ending.py" "$SERVE_PID" "${SERVE_URL##*:}" "$FTP_USER" "$FTP_PASSWORD" \
    "$FILE" 50 2 >>"$WORK/talk" 2>&1 || because "$(tail -1 "$WORK/talk")" || return
  wait "$SERVE_PID" || because "its exit status is $?" || return
  # From here on, another process may have this id.
  sed -i "/^$SERVE_PID\$/d" "$WORK/serving"
}
