# GNU inetutils ftpd: Debian's, behind the project's own super-server.
NEEDS_USERS=yes

server_install() {
  # It lists for anonymous by a program inside their root directory; a static one needs no libraries there.
  unpack_debs "$PACKAGE.busybox" busybox-static && unpack_debs "$PACKAGE" inetutils-ftpd
}
server_present() { [ -x "$PACKAGE/usr/sbin/ftpd" ] && [ -x "$PACKAGE.busybox/bin/busybox" ]; }
server_version() { cat "$PACKAGE/VERSION"; }

server_start() {
  make_users
  mkdir -p "$ANON_DIR/bin"
  cp "$PACKAGE.busybox/bin/busybox" "$ANON_DIR/bin/ls"
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" "$PACKAGE/usr/sbin/ftpd" -l
}
