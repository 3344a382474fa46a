import Testing

@testable import ftpraw

@Suite("The help of send reads as it was meant to")
struct SendHelpTests {
  @Test func page() {
    #expect(HelpPage(table: .ftpraw, width: 80).text(for: .send) == Self.golden)
  }

  /// The whole page as a terminal of 80 columns shows it.
  static let golden = #"""
    ftpraw send: Send commands verbatim and show the conversation

    Usage: ftpraw send [options] COMMAND...

    Standard output is the conversation: C> is a command, S> a line of a reply, D>
    data received, D< data sent, !! a departure from the protocol with the
    requirement it breaks. Bytes that are not printable ASCII are escaped.

    After PASV, EPSV or LPSV the port announced is connected just before the next
    transfer command is sent, at the address of the control connection; --data-host
    and --data-connect have it otherwise. {data} in PORT {data} or EPRT {data} is
    replaced by an address that is listened on. ABOR or STAT after a download is
    sent in the middle of it.

    Operands:
      COMMAND  A command, sent as it stands with CR LF added, or with --raw bytes,
               sent with nothing added. - reads them from standard input, one a
               line.

    Options:
      -s, --server URL        The server: ftp://[user[:password]@]host[:port], or
                              just host[:port]. A user in it means: log in first,
                              visibly. ftpes:// is --tls explicit, and ftps://,
                              whose port is 990, --tls implicit. Without a server an
                              embedded one starts on a free port of the loopback
                              interface. Environment: FTPRAW_SERVER.
          --password-file FILE
                              Read the password from the first line of FILE.
          --raw               Send each COMMAND as bytes, with nothing added: \r\n
                              is a line end, \xHH any byte, \t, \\ and \{ what they
                              are elsewhere, and \| or \|(200ms) the end of a
                              segment. Waited for is the reply to each line that is
                              complete.
      -v, --verbose           Also print what each reply means and how long it took.
      -o, --output FILE       Write the data received to FILE as it is, that of one
                              transfer after the other. - is standard output; the
                              conversation then goes to standard error.
          --input FILE        Send the contents of FILE in answer to STOR, APPE or
                              STOU. - is standard input.
          --data-host WHO     Connect passive data connections to the peer of the
                              control connection, of whose reply the port is taken
                              alone, or to the host that the reply announces, which
                              may be any. One of peer, announced. Default: peer.
          --data-connect WHEN
                              Connect passive data connections when a transfer
                              command is due, or as soon as the port is announced,
                              for servers that say nothing more before. One of due,
                              at-once. Default: due.
          --record FILE       Write the conversation to FILE as a vector, in which
                              passwords, addresses and times are placeholders, with
                              4 KiB of each transfer unless --full. In a folder it
                              gets a file of its own.
          --expect CODES      End with status 1 unless the last command's final
                              reply has one of these codes, separated by commas:
                              226, 25x, 2yz.
          --timeout SPAN      Give up when one step (connecting, a reply, data)
                              takes longer: 1, 1.5, 500ms, 2s, 3m. Default: 30s.
          --strict            End with status 2 if the server broke the protocol and
                              nothing else failed.
          --json              Print one JSON object a line for each event;
                              Vectors/README.md in the sources has the schema.
          --full              Print all data received, not just the first 4 KiB of
                              each transfer.
          --keep-going        Send the remaining commands after a negative reply.
          --color WHEN        When to colour; auto means on a terminal. One of auto,
                              always, never. Default: auto.
          --tls MODE          Speak TLS, for which the system's OpenSSL is loaded:
                              after AUTH TLS, or from the first byte. After the
                              login data connections are protected, too (PBSZ 0,
                              PROT P). One of explicit, implicit, none. Default:
                              what the URL says.
          --tls-min VERSION   Speak no older version of TLS. One of 1.0, 1.1, 1.2,
                              1.3. Default: 1.2.
          --ca FILE           Trust the certificates in FILE, in PEM, and no others.
                              Default: those of the system.
          --cert FILE         Show the server this certificate, with the chain above
                              it, in PEM.
          --key FILE          The key of the certificate, in PEM. Default: the file
                              of --cert.
          --insecure          Accept any certificate, whatever its name and issuer.
      -h, --help              Print this help and exit.

    Environment:
      FTPRAW_SERVER    Stands in for --server when that is not given.
      FTPRAW_PASSWORD  The password for the user in the URL, unless the URL or
                       --password-file gives one.
      SSLKEYLOGFILE    If set, the keys of TLS are appended to this file, with which
                       Wireshark reads it.
      NO_COLOR         If set and not empty, --color auto never colours.

    Exit status:
      0    Everything asked for was done.
      1    The answer is negative: a 4yz or 5yz reply or one with no first digit
           from 1 to 5, an unmet --expect, a failed case, a capture that cannot be
           read.
      2    A surprise, though nothing failed: with --strict, the peer broke the
           protocol; with --baseline, a case that is listed is better than that.
      3    No conversation: the name is unknown, the connection was refused or
           dropped, time ran out, or the address to listen on is not free.
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
      Log in and list under TLS, trusting one certificate:
        ftpraw send -s ftpes://anonymous@localhost --ca server.pem PWD EPSV LIST
      Send two commands in two segments of one's own:
        ftpraw send --raw 'SYST\r\nNO\|OP\r\n'

    """#
}
