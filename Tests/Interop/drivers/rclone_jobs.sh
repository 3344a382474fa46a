# rclone_jobs.sh JOB HOST PORT USER PASSWORD PATH FILE [CA]: one job of a driver, with rclone, which wants passwords
# obscured.
job=$1 path=:ftp:/$6 file=$7 ca=${8:-}
case $2 in *:*) RCLONE_FTP_HOST="[$2]" ;; *) RCLONE_FTP_HOST=$2 ;; esac
RCLONE_FTP_PORT=$3 RCLONE_FTP_USER=$4 RCLONE_FTP_PASS=$(rclone --config= obscure -- "$5") || exit 1
export RCLONE_FTP_HOST RCLONE_FTP_PORT RCLONE_FTP_USER RCLONE_FTP_PASS RCLONE_CONFIG=
export RCLONE_RETRIES=1 RCLONE_LOW_LEVEL_RETRIES=1 RCLONE_TIMEOUT=5s RCLONE_CONTIMEOUT=5s
export RCLONE_FTP_CLOSE_TIMEOUT=5s RCLONE_FTP_SHUT_TIMEOUT=5s
case $job in
  tls*) export RCLONE_FTP_EXPLICIT_TLS=true RCLONE_CA_CERT=$ca ;;
  implicit) export RCLONE_FTP_TLS=true RCLONE_CA_CERT=$ca ;;
esac
case $job in
  get | tls | implicit) exec rclone copyto --ignore-times "$path" "$file" ;;
  put | tls-put) exec rclone copyto --ignore-times "$file" "$path" ;;
  list) exec rclone lsf "$path" ;;
  move) exec rclone moveto --ignore-times "$path" "$file" ;;
  mirror | tls-mirror) exec rclone sync "$path" "$file" ;;
  delete) exec rclone deletefile "$path" ;;
  rename) exec rclone moveto "$path" ":ftp:/$file" ;;
esac
exit 64
