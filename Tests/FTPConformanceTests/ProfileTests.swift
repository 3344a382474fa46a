import FTPConformance
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@Suite("A profile contains what its servers support, and demands no more", .queueing)
struct ProfileTests {
  /// The commands that every server must have by RFC 1123, section 4.1.2.13.
  private static let required: Set<Verb> = [
    .user, .pass, .acct, .cwd, .cdup, .quit, .port, .pasv, .type, .mode, .stru, .retr, .stor, .appe, .rnfr,
    .rnto, .dele, .rmd, .mkd, .pwd, .list, .nlst, .syst, .stat, "HELP", .noop,
  ]
  /// The commands of RFC 959, section 5.1, and those needed to test a server: login, listing, a directory to write in.
  private static let least: Set<Verb> = [
    .user, .quit, .port, .type, .mode, .stru, .retr, .stor, .noop, .pass, .pasv, .list, .cwd, .pwd, .mkd,
    .rmd, .dele,
  ]

  private func ids(_ profile: Profile) -> Set<CaseID> {
    Set(CaseCatalogue.all.filter(profile.contains).map(\.id))
  }

  @Test func eachTakesInTheOneBeforeIt() {
    let (minimum, modern) = (ids(.minimum), ids(.modern))
    #expect(minimum.isStrictSubset(of: ids(.rfc1123)))
    #expect(ids(.rfc1123).isStrictSubset(of: modern))
    #expect(modern.isStrictSubset(of: ids(.all)))
    #expect(ids(.all).count == CaseCatalogue.all.count)
    #expect(minimum.count >= 50 && ids(.security).count >= 20)
    #expect(minimum.isSuperset(of: ["rfc959/5.1/minimum-commands", "rfc959/4.2/reply-line"]))
    #expect(ids(.security).contains("rfc2577/3/bounce-refused"))
    #expect(!minimum.contains { $0.document != "rfc959" })
  }

  /// All profiles, or only the one with all cases.
  private static let profiles = [(Profile.minimum, least), (.rfc1123, required), (.all, required)]
    .filter { Thoroughness.isWhole || $0.0 == .all }

  @Test(arguments: profiles)
  func aServerWithItsCommandsOnlyPasses(profile: Profile, verbs: Set<Verb>) async throws {
    #expect(verbs.isSubset(of: MockServer.verbs))
    let others = Set(MockServer.verbs).subtracting(verbs)
    let report = try await withMockServer(.init(disabledVerbs: others, timeouts: .patient)) { server in
      let target = TestedServer(host: "127.0.0.1", port: server.port, login: Mutation.login)
      var options = RunOptions()
      options.timeoutScale = 10
      let cases = CaseSelection(profile: profile).cases(of: CaseCatalogue.servers)
      return await ServerRun(at: target, cases: cases, options: options).run()
    }
    #expect(report.problem == nil)
    #expect(report.failures(at: .must).map { "\($0.verdict) \($0.entry.id)" } == [])
    #expect(report.count(.pass) >= report.cases.count / 2)
  }
}
