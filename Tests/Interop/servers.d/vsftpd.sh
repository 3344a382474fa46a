# vsftpd from Debian: one process for each address, with users through PAM.
NEEDS_USERS=yes
FLAVOURS=(tls ftps)

server_install() { unpack_debs "$PACKAGE" vsftpd; }
server_present() { [ -x "$PACKAGE/usr/sbin/vsftpd" ]; }

server_start() {
  local address
  mkdir -p "$CONF/empty"
  chmod 555 "$CONF/empty"
  make_users
  for address in $(addresses); do
    vsftpd_settings "$address" >"$CONF/vsftpd.$address.conf"
    launch_within_users "$PACKAGE/usr/sbin/vsftpd" "$CONF/vsftpd.$address.conf"
  done
}

vsftpd_settings() {
  case $1 in
    ::1) printf '%s\n' listen=NO listen_ipv6=YES listen_address6=::1 ;;
    *) printf '%s\n' listen=YES listen_ipv6=NO "listen_address=$1" ;;
  esac
  # shellcheck disable=SC2046
  ! has_few_sessions || printf 'pasv_min_port=%s\npasv_max_port=%s\n' $(passive_range "$1" ' ')
  # For `fetch`, which measures the gain of several connections with a server that limits each of them.
  [ -z "${FTPRAW_INTEROP_RATE:-}" ] || echo "local_max_rate=$FTPRAW_INTEROP_RATE"
  ! is_secure || vsftpd_security
  cat <<CONF
listen_port=$PORT
max_clients=$SESSIONS
max_per_ip=$SESSIONS
background=NO
anonymous_enable=YES
anon_root=$ANON_DIR
local_enable=YES
local_root=$HOME_DIR
write_enable=YES
local_umask=022
chroot_local_user=YES
allow_writeable_chroot=YES
pam_service_name=ftpraw
check_shell=NO
secure_chroot_dir=$CONF/empty
xferlog_enable=NO
seccomp_sandbox=NO
CONF
}

# TLS is optional, as elsewhere, but data connections must resume the session of their control connection.
vsftpd_security() {
  cat <<CONF
ssl_enable=YES
implicit_ssl=$([ "$FLAVOUR" = ftps ] && echo YES || echo NO)
rsa_cert_file=$CERTIFICATE
rsa_private_key_file=$KEY
allow_anon_ssl=YES
force_local_logins_ssl=NO
force_local_data_ssl=NO
require_ssl_reuse=YES
ssl_ciphers=HIGH
CONF
}
