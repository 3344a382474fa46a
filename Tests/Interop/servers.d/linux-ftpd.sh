# linux-ftpd, the BSD ftpd as Debian's ftpd-ssl package carries it, behind the project's own super-server.
NEEDS_USERS=yes
FLAVOURS=(tls)
# It reads its certificate only where TLS is there from the start, so that nothing can be agreed on after its 234.
! is_secure || INSECURE='handshake failure'
ANSWERS=([feat]=500)

server_install() {
  # As for inetutils-ftpd: a program inside the root directory of anonymous.
  unpack_debs "$PACKAGE.busybox" busybox-static && unpack_debs "$PACKAGE" ftpd-ssl
}
server_present() { [ -x "$PACKAGE/usr/sbin/in.ftpd" ] && [ -x "$PACKAGE.busybox/bin/busybox" ]; }
server_version() { cat "$PACKAGE/VERSION"; }

server_start() {
  local security=()
  ! is_secure || security=(-z certsok -z "cert=$CERTIFICATE" -z "key=$KEY")
  make_users
  # Its way through PAM needs the prompt of pam_ftp; the package's own file says the same.
  { echo 'auth sufficient pam_ftp.so'; cat "$CONF/etc/pam.d/ftpraw"; } >"$CONF/etc/pam.d/ftp"
  mkdir -p "$ANON_DIR/bin"
  cp "$PACKAGE.busybox/bin/busybox" "$ANON_DIR/bin/ls"
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" "$PACKAGE/usr/sbin/in.ftpd" -n "${security[@]}"
}
