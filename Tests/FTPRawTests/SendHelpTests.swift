import Testing

@testable import ftpraw

@Suite("The help of send is laid out as intended")
struct SendHelpTests {
  @Test func page() {
    #expect(HelpPage(table: .ftpraw, width: 80).text(for: .send) == Self.golden)
  }

  /// The whole page for a terminal of 80 columns.
  static let golden = #"""
    ftpraw send: Send commands verbatim and show the conversation

    Usage: ftpraw send [options] COMMAND...

    Prints the conversation: C> is a command, S> a reply line, D> data received, D<
    data sent, !! a protocol error with the requirement it breaks. Bytes other than
    printable ASCII are escaped.

    After PASV, EPSV or LPSV, ftpraw connects to the announced port just before it
    sends the next transfer command, at the address of the control connection;
    --data-host and --data-connect change that. In PORT {data} or EPRT {data},
    {data} becomes an address on which ftpraw listens. ABOR or STAT after a download
    is sent in the middle of it.

    Operands:
      COMMAND  A command, sent as it is with CR LF added; with --raw, bytes with
               nothing added. - reads commands from standard input, one per line.

    Options:
      -s, --server URL        The server: ftp://[user[:password]@]host[:port], or
                              just host[:port]. If the URL names a user, ftpraw logs
                              in first and shows it. ftpes:// means --tls explicit;
                              ftps:// (port 990) means --tls implicit. Without a
                              server, an embedded one starts on a free port of the
                              loopback interface. Environment: FTPRAW_SERVER.
          --password-file FILE
                              Read the password from the first line of FILE.
          --raw               Send each COMMAND as bytes, with nothing added: \r\n
                              is a line end, \xHH any byte, \t a tab, \\ a
                              backslash, \{ a brace, and \| or \|(200ms) ends a
                              segment. ftpraw waits for a reply to each complete
                              line.
      -v, --verbose           Also print what each reply means and how long it took.
      -o, --output FILE       Write received data to FILE unchanged, one transfer
                              after another. - is standard output; the conversation
                              then goes to standard error.
          --input FILE        Send the contents of FILE in answer to STOR, APPE or
                              STOU. - is standard input.
          --data-host WHO     Connect passive data connections to the peer of the
                              control connection, using only the port of the reply,
                              or to the host that the reply has announced, whichever
                              that is. One of peer, announced. Default: peer.
          --data-connect WHEN
                              Connect passive data connections just before the
                              transfer command, or at-once when the port is
                              announced, for servers that stay silent until then.
                              One of due, at-once. Default: due.
          --record FILE       Write the conversation to FILE as a vector, with
                              placeholders for passwords, addresses and times, and
                              with 4 KiB of each transfer unless --full is given. If
                              FILE is a folder, the vector gets its own file there.
          --expect CODES      Exit with status 1 unless the final reply to the last
                              command has one of these codes, separated by commas:
                              226, 25x, 2yz.
          --timeout SPAN      Give up when one step (connecting, a reply, data)
                              takes longer: 1, 1.5, 500ms, 2s, 3m. Default: 30s.
          --strict            Exit with status 2 if the server broke the protocol
                              and nothing else failed.
          --json              Print one JSON object per event, one per line;
                              Vectors/README.md in the sources has the schema.
          --full              Print all data received, not just the first 4 KiB of
                              each transfer.
          --keep-going        Continue after a negative reply.
          --color WHEN        When to colour; auto means on a terminal. One of auto,
                              always, never. Default: auto.
          --tls MODE          Use TLS, with the system's OpenSSL: explicit after
                              AUTH TLS, implicit from the first byte. After the
                              login, data connections are protected too (PBSZ 0,
                              PROT P). One of explicit, implicit, none. Default:
                              what the URL says.
          --tls-min VERSION   The oldest version of TLS to accept. One of 1.0, 1.1,
                              1.2, 1.3. Default: 1.2.
          --ca FILE           Trust the certificates in FILE, in PEM, and no others.
                              Default: those of the system.
          --cert FILE         Present this certificate and its chain (PEM) to the
                              server.
          --key FILE          The private key of the certificate (PEM). Default: the
                              file of --cert.
          --insecure          Accept any certificate, whatever its name and issuer.
      -h, --help              Print this help and exit.

    Environment:
      FTPRAW_SERVER    Used if --server is not given.
      FTPRAW_PASSWORD  The password for the user in the URL, unless the URL or
                       --password-file gives one.
      SSLKEYLOGFILE    If set, TLS keys are appended to this file, so that Wireshark
                       can decrypt the traffic.
      NO_COLOR         If set and not empty, --color auto never colours.

    Exit status:
      0    Everything asked for was done.
      1    The answer is negative: a 4yz or 5yz reply or one with no first digit
           from 1 to 5, an unmet --expect, a failed case, a capture that cannot be
           read.
      2    A surprise, but no failure: with --strict, the peer broke the protocol;
           with --baseline, a listed case does better than its line says.
      3    No conversation: the host name is unknown, the connection was refused or
           dropped, a time limit ran out, or the address to listen on is in use.
      64   The command line is wrong.
      74   A local file or stream could not be read or written.
      130  Interrupted from the keyboard.

    Examples:
      Ask the embedded server what it is:
        ftpraw send SYST
      Log in and list a directory:
        ftpraw send -s ftp://anonymous@localhost PASV LIST
      Download a file:
        ftpraw send -s ftp://anonymous@localhost EPSV 'RETR notes.txt' -o notes.txt
      Log in and list under TLS, trusting a single certificate:
        ftpraw send -s ftpes://anonymous@localhost --ca server.pem PWD EPSV LIST
      Send two commands, cut into segments as you like:
        ftpraw send --raw 'SYST\r\nNO\|OP\r\n'

    """#
}
