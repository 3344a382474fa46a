import FTPProtocol
import Testing

/// The logins that replies can lead to.
@Suite struct LoginSequenceTests {
  private static let everything = Credentials("joe", password: "opensesame", account: "sales")
  private static let password = Credentials("joe", password: "opensesame")
  private static let name = Credentials("joe")

  struct Row: Sendable, CustomTestStringConvertible {
    let credentials: Credentials
    let codes: [ReplyCode]
    let verbs: [Verb]
    let step: ReplyState
    let box: ReplyOutcome

    init(
      _ credentials: Credentials, _ codes: [ReplyCode], _ verbs: [Verb], _ step: ReplyState,
      _ box: ReplyOutcome
    ) {
      self.credentials = credentials
      self.codes = codes
      self.verbs = verbs
      self.step = step
      self.box = box
    }

    var testDescription: String { "\(verbs) \(codes)" }
  }

  @Test(arguments: [
    Row(everything, [230], [.user], .user, .success),
    Row(everything, [331, 230], [.user, .pass], .pass, .success),
    Row(everything, [331, 202], [.user, .pass], .pass, .success),
    Row(everything, [331, 232], [.user, .pass], .pass, .success),
    Row(everything, [331, 332, 230], [.user, .pass, .acct], .acct, .success),
    Row(everything, [331, 332, 202], [.user, .pass, .acct], .acct, .success),
    Row(everything, [332, 230], [.user, .acct], .acct, .success),
    Row(everything, [530], [.user], .user, .failure),
    Row(everything, [421], [.user], .user, .failure),
    Row(everything, [331, 530], [.user, .pass], .pass, .failure),
    Row(everything, [331, 332, 530], [.user, .pass, .acct], .acct, .failure),
    Row(everything, [120], [.user], .user, .error),
    Row(everything, [331, 332, 331], [.user, .pass, .acct], .acct, .error),
    Row(name, [331], [.user], .user, .then(.pass)),
    Row(name, [332], [.user], .user, .then(.acct)),
    Row(password, [332], [.user], .user, .then(.acct)),
    Row(password, [331, 332], [.user, .pass], .pass, .then(.acct)),
  ])
  func repliesLead(_ row: Row) {
    var login = LoginSequence(row.credentials)
    var command: Command? = login.opening
    var verbs: [Verb] = []
    for code in row.codes {
      guard let sent = command else { break }
      verbs.append(sent.verb)
      command = login.command(after: code)
    }
    #expect(command == nil)
    #expect(verbs == row.verbs)
    #expect(login.step == row.step)
    #expect(login.box == row.box)
    #expect(login.isComplete == (row.box == .success))
  }

  @Test func commandsCarryTheBytes() {
    var login = LoginSequence(Credentials(user: [0x6A, 0xF6], password: [0xFF, 0x20], account: []))
    #expect(login.opening == Command(.user, bytes: [0x6A, 0xF6]))
    #expect(login.command(after: 331) == Command(.pass, bytes: [0xFF, 0x20]))
    #expect(login.command(after: 332) == Command(.acct, bytes: []))
  }

  @Test func noSecretIsShown() {
    var dumped = ""
    dump(Self.everything, to: &dumped)
    for text in ["\(Self.everything)", String(reflecting: Self.everything), dumped] {
      #expect(text.contains("joe"))
      #expect(!text.contains("111") && !text.contains("opensesame") && !text.contains("sales"))
    }
  }
}
