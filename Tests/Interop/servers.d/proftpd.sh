# proftpd from Debian, with users from a separate file. It takes 0.4 s to look up its peer before it greets.
NEEDS_USERS=yes
FLAVOURS=(tls ftps)

server_install() { unpack_debs "$PACKAGE" proftpd-core proftpd-mod-crypto; }
server_present() { [ -x "$PACKAGE/usr/sbin/proftpd" ] && [ -f "$PACKAGE/usr/lib/proftpd/mod_tls.so" ]; }

server_start() {
  make_users
  printf '%s:%s:%s:%s::%s:/bin/sh\n' \
    "$FTP_USER" "$(openssl passwd -6 -salt ftpraw "$FTP_PASSWORD")" "$FTP_UID" "$FTP_UID" "$HOME_DIR" \
    ftp '!' "$ANON_UID" "$ANON_UID" "$ANON_DIR" >"$CONF/passwd"
  printf '%s:x:%s:\n' "$FTP_USER" "$FTP_UID" ftp "$ANON_UID" >"$CONF/group"
  chmod 600 "$CONF/passwd" "$CONF/group"
  proftpd_settings >"$CONF/proftpd.conf"
  ! is_secure || proftpd_security >>"$CONF/proftpd.conf"
  launch_within_users "$PACKAGE/usr/sbin/proftpd" -n -q -c "$CONF/proftpd.conf"
}

proftpd_settings() {
  cat <<CONF
ModulePath $PACKAGE/usr/lib/proftpd
ServerName "proftpd"
ServerType standalone
DefaultServer on
UseIPv6 $([ "$IPV6" = yes ] && echo on || echo off)
DefaultAddress $(addresses)
SocketBindTight on
Port $PORT
$(! has_few_sessions || echo "PassivePorts $PASSIVE_LOW $((PASSIVE_LOW + 199))")
User nobody
Group nogroup
Umask 022
MaxInstances $SESSIONS
UseReverseDNS off
WtmpLog off
AuthPAM off
AuthOrder mod_auth_file.c
AuthUserFile $CONF/passwd
AuthGroupFile $CONF/group
RequireValidShell off
DefaultRoot ~
AllowOverwrite on
AllowStoreRestart on
AllowRetrieveRestart on
DelayEngine off
ScoreboardFile $CONF/scoreboard
PidFile $CONF/proftpd.pid
SystemLog $LOG/proftpd
TransferLog none
<Anonymous $ANON_DIR>
  User ftp
  Group ftp
  UserAlias anonymous ftp
  RequireValidShell off
  <Limit WRITE>
    DenyAll
  </Limit>
</Anonymous>
CONF
}

proftpd_security() {
  cat <<CONF
LoadModule mod_tls.c
TLSEngine on
TLSLog $LOG/tls
TLSRSACertificateFile $CERTIFICATE
TLSRSACertificateKeyFile $KEY
TLSRequired off
TLSVerifyClient off
CONF
  [ "$FLAVOUR" = tls ] || echo "TLSOptions UseImplicitSSL"
}
