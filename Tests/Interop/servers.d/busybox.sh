# busybox ftpd: Debian's busybox does not include it, so Debian's source is built with this applet enabled.
LISTS_ASCII=yes
NEEDS_USERS=yes
ANSWERS=([eprt]=500 [eprt6]=500)

server_install() {
  have gcc && have make && have dpkg-source && have bzip2 || need_tools gcc libc6-dev make dpkg-dev bzip2 ||
    { say "interop: busybox needs gcc, make and dpkg-dev to be built"; return 1; }
  local log=$ROOT/busybox.log source
  rm -rf "$PACKAGE.source" && mkdir -p "$PACKAGE.source"
  { fetch_source busybox "$PACKAGE.source" && source=$(echo "$PACKAGE.source"/busybox-*/) &&
      busybox_build "$source"; } >"$log" 2>&1 || { tail -5 "$log" >&2; return 1; }
  mkdir -p "$PACKAGE"
  cp "$source/busybox" "$PACKAGE/busybox"
  "$PACKAGE/busybox" | sed -n '1s/^BusyBox \(v[^ ]*\).*/\1/p' >"$PACKAGE/VERSION"
  rm -rf "$PACKAGE.source"
}

# Only the applets of an FTP server and those that they need: all of busybox takes minutes.
busybox_build() (
  cd "$1" || exit
  make allnoconfig
  local option
  for option in BUSYBOX LFS FEATURE_IPV6 FEATURE_SHADOWPASSWDS LS FEATURE_LS_FILETYPES FEATURE_LS_SORTFILES \
    FEATURE_LS_TIMESTAMPS FEATURE_LS_USERNAME FTPD FEATURE_FTPD_WRITE FEATURE_FTPD_ACCEPT_BROKEN_LIST \
    FEATURE_FTPD_AUTHENTICATION TCPSVD; do
    sed -i "s/^# CONFIG_$option is not set/CONFIG_$option=y/" .config
  done
  yes '' | make oldconfig
  make -j"$(nproc)" busybox
  grep -qx CONFIG_FTPD=y .config
)

server_present() { [ -x "$PACKAGE/busybox" ]; }

server_start() {
  local address
  make_users
  for address in $(addresses); do
    launch_within_users "$PACKAGE/busybox" tcpsvd -E "$address" "$PORT" \
      "$PACKAGE/busybox" ftpd -w -a ftp -t 600 -T 3600 "$HOME_DIR"
  done
}
