# Python's ftplib: PASV or PORT over IPv4, EPSV or EPRT over IPv6.

client_install() { say "interop: python3 is here already"; }
client_present() { have "$FTPRAW_PYTHON"; }
client_version() { "$FTPRAW_PYTHON" -c 'import platform; print(platform.python_version())'; }

ftplib() {
  timeout -k 5 60 "$FTPRAW_PYTHON" "$LIB/ftplib_client.py" "${CLIENT_TLS:-none}" "$CERTIFICATE" "$HOST" "$PORT" "$FTP_USER" "$FTP_PASSWORD" "$MODE" "$@"
}

client_list() { ftplib list "$1"; }
client_download() { ftplib download "$1" "$2"; }
client_upload() { ftplib upload "$1" "$2"; }
client_resume_download() { ftplib resume-download "$1" "$2"; }
client_resume_upload() { ftplib resume-upload "$1" "$2"; }
client_rename() { ftplib rename "$1" "$2"; }
client_delete() { ftplib delete "$1"; }
