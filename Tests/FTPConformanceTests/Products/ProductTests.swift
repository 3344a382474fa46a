import FTPConversation
import FTPProtocol
import TestSupport
import Testing

@testable import FTPConformance

@Suite("Cases that are combined from tables")
struct ProductTests {
  /// A fault that some case of each product finds, and how many of its cases are tried for that.
  private static let faults: [String: [(fault: String, selector: String)]] = [
    "views": [
      ("command-as=APPE:STOR a", "views/one/appe"), ("code-pretend=DELE:250", "views/one/dele"),
      ("code-pretend=RNTO:250", "views/one/rename"), ("size-wrong", "views/one/stor-over"),
    ],
    "counts": [("listing-none", "counts/files/to-70")],
    "times": [("code-pretend=MFMT:213", "times/set/winter")],
    "state": [
      ("parameter-reset=NOOP", "state/image/noop"), ("restart-leaks", "state/restart/retr"),
      ("command-before=SYST:CWD /", "state/directory/syst"),
    ],
    "overlaps": [("data-short", "overlaps/stor/nlst"), ("restart-leaks", "overlaps/retr/rest")],
    "names": [("argument-trimmed", "names/file/trailing-blank"), ("argument-seven-bit", "names/file/greek")],
    "contents": [
      ("data-short", "contents/stor/*"), ("restart-off-by-one", "contents/rest-retr/bytes-*"),
      ("data-short", "contents/active/*"),
    ],
    "repeats": [("session-silent=30", "repeats/many/list")],
    "logins": [("login-prefix", "logins/wrong/all"), ("login-kept", "logins/user-again/all")],
    "verbs": [
      ("reply-twice=550", "verbs/after-login/dele"), ("session-mute=HELP", "verbs/after-rest/help"),
      ("session-mute=MDTM", "verbs/before-login/mdtm"),
    ],
    "sequences": [
      ("restart-leaks", "sequences/pairs/*"), ("command-before=XYZZ:CWD /", "sequences/pairs/*"),
    ],
  ]

  @Test func everyScriptCanBeReadAndHasAnIDOfItsOwn() {
    for product in Product.all {
      let rows = product.rows()
      #expect(!rows.isEmpty, "\(product.name)")
      for row in rows { #expect(!row.steps.isEmpty, "\(product.name) \(row.names)") }
    }
    let ids = Product.cases(depth: Product.deepest).map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { CaseCatalogue.entry($0) == nil && $0.rawValue.split(separator: "/").count == 3 })
    for depth in 1..<Product.deepest {
      #expect(
        Set(Product.cases(depth: depth + 1).map(\.id)).isSuperset(of: Product.cases(depth: depth).map(\.id)))
    }
  }

  @Test func aServerWithoutFaultsPasses() async throws {
    let cases = Product.cases(depth: Product.deepest)
    let tried = cases.filter { Thoroughness.includes($0.id.rawValue, oneIn: 12) }
    let attempts = try await inParallel(tried) { try await Mutation(entry: $0, faults: nil).attempt() }
    for (entry, attempt) in zip(tried, attempts) {
      #expect(attempt.verdict == .pass, "\(entry.id): \(attempt.words)")
    }
  }

  @Test(arguments: Product.all.map(\.name))
  func eachProductFindsFaults(of name: String) async throws {
    let cases = Product.cases(depth: 2)
    for (fault, selector) in try #require(Self.faults[name]) {
      let selected = cases.filter { CaseSelector(selector).matches($0.entry) }
      #expect(!selected.isEmpty, "\(selector)")
      var findings: [Finding] = []
      for entry in selected where findings.isEmpty {
        let mutation = Mutation(entry: entry, faults: fault)
        findings = try await mutation.attempt(.short).findings
        // On a busy machine, so little patience may show nothing.
        if findings.isEmpty { findings = try await mutation.attempt().findings }
      }
      #expect(!findings.isEmpty, "\(selector) × \(fault)")
    }
  }

  @Test(arguments: [(2, 2), (5, 2), (3, 3), (1, 2), (4, 1)])
  func everySequenceOccursOnce(count: Int, order: Int) {
    let ring = deBruijn(count, order)
    let turned = ring + ring.prefix(order - 1)
    let words = ring.indices.map { Array(turned[$0..<($0 + order)]) }
    #expect(Set(words).count == words.count)
    #expect(words.count == (0..<order).reduce(1) { number, _ in number * count })
    #expect(ring.allSatisfy { (0..<count).contains($0) })
  }

  @Test(arguments: [[2, 2, 2], [3, 1, 4], [9, 31, 10], [1, 1], [5]])
  func everyPairOccurs(counts: [Int]) {
    let rows = pairwise(counts)
    for left in counts.indices {
      for right in counts.indices where right > left {
        let pairs = Set(rows.map { [$0[left], $0[right]] })
        #expect(pairs.count == counts[left] * counts[right])
      }
    }
    let largest = counts.sorted().suffix(2).reduce(1, *)
    #expect(rows.count < largest * 2 && rows.allSatisfy { zip($0, counts).allSatisfy { $0 >= 0 && $0 < $1 } })
  }
}
