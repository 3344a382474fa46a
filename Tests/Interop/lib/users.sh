# Users for servers that need /etc/passwd, without changing the machine's own file.

can_show_users() { is_root && unshare -m true 2>/dev/null; }

# Makes the /etc that within_users mounts over the machine's, in a private mount namespace. It is a complete copy,
# because a mount over a single file disappears when that file is replaced, as packages that add a user do.
make_users() {
  local etc=$CONF/etc hash
  mkdir -p "$etc"
  cp -a /etc/. "$etc"
  hash=$(openssl passwd -6 -salt ftpraw "$FTP_PASSWORD")
  { grep -v -e "^$FTP_USER:" -e '^ftp:' /etc/passwd
    echo "$FTP_USER:x:$FTP_UID:$FTP_UID::$HOME_DIR:/bin/sh"
    echo "ftp:x:$ANON_UID:$ANON_UID::$ANON_DIR:/usr/sbin/nologin"; } >"$etc/passwd"
  { grep -v -e "^$FTP_USER:" -e '^ftp:' /etc/group
    echo "$FTP_USER:x:$FTP_UID:"
    echo "ftp:x:$ANON_UID:"; } >"$etc/group"
  { grep -v -e "^$FTP_USER:" -e '^ftp:' /etc/shadow
    echo "$FTP_USER:$hash:19000:0:99999:7:::"
    echo "ftp:!:19000:0:99999:7:::"; } >"$etc/shadow"
  chmod 644 "$etc/passwd" "$etc/group"
  chmod 600 "$etc/shadow"
  printf '%s\n' 'auth required pam_unix.so' 'account required pam_unix.so' \
    'session required pam_permit.so' | tee "$etc/pam.d/ftpraw" >"$etc/pam.d/other"
  cat >"$CONF/within-users" <<'SH'
#!/bin/sh
# within-users ETC COMMAND...
etc=$1
shift
mount --bind "$etc" /etc || exit 1
exec "$@"
SH
  chmod 755 "$CONF/within-users"
}

launch_within_users() { # COMMAND...
  launch unshare -m --propagation private "$CONF/within-users" "$CONF/etc" \
    env "LD_LIBRARY_PATH=$(package_libraries)" "$@"
}
