# The checks that `run` makes of `ftpraw ls`, `get` and `put` with the loaded server. URL is its address, HOME_DIR is
# what it serves.

# moves WORD...: runs ls, get or put; the output is in $WORK/talk, the exit status in STATUS.
moves() {
  STATUS=0
  printf '$ ftpraw %s -s %s %s\n' "$1" "$SERVER" "${*:2}" >"$WORK/talk"
  FTPRAW_PASSWORD=$FTP_PASSWORD timeout -k 5 60 "$FTPRAW" "$1" -s "$SERVER" "${SECURITY[@]}" --timeout 20 --transcript "$WORK/said" "${@:2}" \
    >"$WORK/out" 2>"$WORK/err" </dev/null || STATUS=$?
  { cat "$WORK/out" "$WORK/err"; echo "(exit status $STATUS)"; tail -30 "$WORK/said"; } >>"$WORK/talk"
}

# gets FILE OPTION...: the download is identical, and leaves no other file.
gets() {
  rm -rf "$WORK/here" && mkdir "$WORK/here"
  moves get "$1" -o "$WORK/here/" "${@:2}"
  [ "$STATUS" = 0 ] || because "get gives exit status $STATUS" || return
  cmp "$HOME_DIR/$1" "$WORK/here/$(basename "$1")" >>"$WORK/talk" 2>&1 || because "the bytes differ" || return
  [ "$(find "$WORK/here" -type f | wc -l)" = 1 ] || because "other files are left"
}

gets_the_rest() {
  rm -rf "$WORK/here" && mkdir "$WORK/here"
  head -c 40000000 "$HOME_DIR/big.bin" >"$WORK/here/big.bin.ftpraw-part"
  moves get big.bin -o "$WORK/here/" --resume
  [ "$STATUS" = 0 ] || because "get gives exit status $STATUS" || return
  cmp "$HOME_DIR/big.bin" "$WORK/here/big.bin" >>"$WORK/talk" 2>&1 || because "the bytes differ" || return
  if grep -q '^S> 350' "$WORK/said"; then NOTE="after REST"; else NOTE="from the start"; fi
}

# A local file that is not the beginning of the remote one is not continued.
gets_no_mixture() {
  rm -rf "$WORK/here" && mkdir "$WORK/here"
  head -c 500000 /dev/zero >"$WORK/here/one-mib.bin.ftpraw-part"
  moves get one-mib.bin -o "$WORK/here/" --resume
  [ "$STATUS" = 0 ] || because "get gives exit status $STATUS" || return
  cmp "$HOME_DIR/one-mib.bin" "$WORK/here/one-mib.bin" >>"$WORK/talk" 2>&1 || because "the bytes differ"
}

gets_nothing() {
  rm -rf "$WORK/here" && mkdir "$WORK/here"
  moves get no-such-file -o "$WORK/here/"
  [ "$STATUS" = 1 ] || because "get of a missing file gives exit status $STATUS, not 1" || return
  [ -z "$(ls -A "$WORK/here")" ] || because "a file is left"
}

# puts FILE OPTION...: the upload is identical, and leaves no other file.
puts() {
  local target="up/${TARGET:-$1}"
  moves put "$HOME_DIR/$1" "$target" "${@:2}"
  [ "$STATUS" = 0 ] || because "put gives exit status $STATUS" || return
  cmp "$HOME_DIR/$1" "$HOME_DIR/$target" >>"$WORK/talk" 2>&1 || because "the bytes differ" || return
  [ "$(find "$HOME_DIR/up" -type f | wc -l)" = 1 ] || because "other files are left" || return
  rm -f "$HOME_DIR/$target"
}

# An existing file is kept, replaced, or kept if it is not older.
overwrites() {
  local target=up/again
  rm -f "$HOME_DIR/$target"
  moves put "$HOME_DIR/hello.txt" "$target"
  [ "$STATUS" = 0 ] || because "put gives exit status $STATUS" || return
  moves put "$HOME_DIR/crlf.txt" "$target" --overwrite never
  [ "$STATUS" = 1 ] || because "put onto an existing file gives exit status $STATUS, not 1" || return
  cmp "$HOME_DIR/hello.txt" "$HOME_DIR/$target" >>"$WORK/talk" 2>&1 || because "it was overwritten" || return
  moves put "$HOME_DIR/crlf.txt" "$target" --overwrite always
  [ "$STATUS" = 0 ] || because "put --overwrite always gives exit status $STATUS" || return
  cmp "$HOME_DIR/crlf.txt" "$HOME_DIR/$target" >>"$WORK/talk" 2>&1 || because "it was not overwritten" || return
  rm -f "$HOME_DIR/$target"
}

# lists_all PATH: the listing has the right names, kinds, sizes and times.
lists_all() {
  moves ls --json ${1:+"$1"}
  [ "$STATUS" = 0 ] || because "ls gives exit status $STATUS" || return
  "$FTPRAW_PYTHON" "$LIB/listing.py" "$HOME_DIR/$1" "$LISTS_ASCII" <"$WORK/out" >>"$WORK/talk" 2>&1 || because "the listing differs" || return
  NOTE=$(tail -1 "$WORK/talk")
}

lists_nothing() {
  moves ls no-such-directory
  [ "$STATUS" = 1 ] || because "ls of a missing directory gives exit status $STATUS, not 1"
}

check_transfers() {
  local SERVER=$URL file
  check ls lists_all ""
  check ls-dir lists_all dir
  check ls-empty lists_all emptydir
  check ls-nothing lists_nothing
  for file in hello.txt crlf.txt empty.bin all-bytes.bin one-mib.bin big.bin 'with space.txt' 'quo"te.txt' dir/sub/b.txt; do
    check "get-$file" gets "$file"
  done
  if [ -n "${ANSWERS[utf8]:-}" ]; then skip get-utf8-name "it has no such name"
  else check get-utf8-name gets 'naïve-Ω-日本.txt'; fi
  if [ -z "${ANSWERS[port]:-}" ]; then check get-active gets one-mib.bin --data active; fi
  check get-resume gets_the_rest
  check get-no-mixture gets_no_mixture
  check get-nothing gets_nothing
  for file in hello.txt crlf.txt empty.bin one-mib.bin big.bin 'with space.txt' 'quo"te.txt'; do
    check "put-$file" puts "$file"
  done
  # A separate name, because a server that caches its folders (rclone) still lists files that were removed on disk.
  TARGET=direct.bin check put-direct puts one-mib.bin --direct
  check put-overwrite overwrites
}
