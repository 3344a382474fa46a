import FTPVectors
import Testing

@Suite("A recording names both sides as far as they identify themselves")
struct IntroductionTests {
  private static let greetings: [(String, String?)] = [
    ("S> 220 (vsFTPd 3.0.3)\n", "(vsFTPd 3.0.3)"),
    ("S> 220 ProFTPD Server (proftpd) [{:host}]\n", "ProFTPD Server (proftpd)"),
    (
      "S> 220---------- Welcome to Pure-FTPd [privsep] ----------\nS> 220 Bye\n",
      "Welcome to Pure-FTPd [privsep]"
    ),
    ("S> 220-\nS> 220-***\nS> 220 box\\xe9.\n", "box\\xe9"),
    ("-- open control\n# Hi\nS> 2\\|20 cut\n", "cut"),
    ("S> 220 {:text}\n", nil), ("S> 220\n", nil), ("S> 421 Busy.\n", nil), ("C> NOOP\nS> 220 late\n", nil),
    ("S> 220 " + String(repeating: "x", count: 200) + "\n", String(repeating: "x", count: 60)),
  ]

  @Test(arguments: greetings)
  func serversByTheirGreeting(rows: String, introduction: String?) throws {
    #expect(try Vector(parsing: rows).serverIntroduction == introduction)
  }

  @Test func clientsByTheirName() throws {
    #expect(try Vector(parsing: "C> NOOP\nC> CLNT lftp/4.9.2\n").clientIntroduction == "lftp/4.9.2")
    #expect(try Vector(parsing: "C> CLNT\nC> USER x\n").clientIntroduction == nil)
  }
}
