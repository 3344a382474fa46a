import FTPProtocol
import Testing

@testable import FTPTransfers

@Suite("A mirror does what is needed, stays in its folder, and deletes nothing by mistake")
struct MirrorPlanTests {
  /// A tree made from words: `a/b=5@100` is a file of 5 bytes, changed at 100; `a/` is a directory, `a>` a link.
  private static func tree(_ words: String, doubtful: [String: String] = [:]) -> MirrorTree {
    var entries: [MirrorPath: [MirrorTree.Entry]] = [MirrorPath(): []]
    func path(_ text: some StringProtocol) -> MirrorPath {
      MirrorPath(text.split(separator: "/").map { Array($0.utf8) })
    }
    for word in words.split(separator: " ") {
      if word.hasSuffix("/") {
        let place = path(word)
        entries[place] = entries[place] ?? []
        entries[place.parent ?? place, default: []].append(.init(place.name, .directory))
      } else if word.hasSuffix(">") {
        let place = path(word.dropLast())
        entries[place.parent ?? place, default: []].append(.init(place.name, .link))
      } else {
        let parts = word.split(separator: "=")
        let numbers = parts[1].split(separator: "@").map { Int64($0) ?? 0 }
        let place = path(parts[0])
        entries[place.parent ?? place, default: []].append(
          .init(
            place.name, .file, size: UInt64(numbers[0]),
            modified: numbers.count > 1 ? MirrorTime(numbers[1]) : nil))
      }
    }
    var tree = MirrorTree(entries.mapValues { MirrorTree.Listing($0) })
    for (place, doubt) in doubtful {
      let place = path(place)
      tree.listings[place] = MirrorTree.Listing(tree.listings[place]?.entries ?? [], doubt: doubt)
    }
    return tree
  }

  /// A plan as words: `+a/` for a directory, `>a` for a transfer, `-a` for a deletion, `~a` for an entry that is left
  /// alone.
  private static func words(_ plan: MirrorPlan) -> String {
    plan.actions.compactMap { action -> String? in
      switch action {
      case .makeDirectory(let path): "+\(path)/"
      case .transfer(let path, _, _, let reason): ">\(path):\(reason)"
      case .delete(let path): "-\(path)"
      case .deleteDirectory(let path): "-\(path)/"
      case .skip(_, because: .same): nil
      case .skip(let path, _): "~\(path)"
      }
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("a=1 b/ b/c=2", "", ">a:missing +b/ >b/c:missing"),
    ("a=1@5 b=2@5 c=3@5 d=4", "a=1@5 b=2@9 c=3@4 d=5", ">c:newer >d:size"),
    ("a/ a/b=1", "a=3", "~a"), ("a=1", "a/", "~a"), ("a=1", "a>", "~a"), ("a> b=1", "a=1 b=1", "~a"),
    ("a=1", "a=1 z=2 y/ y/x=1 l>", "-l -y/x -y/ -z"), ("", "z=1", "~z"), ("a/", "a/ a/z=1", "~a/z"),
    ("a/ b=1", "b=1", "+a/"),
  ])
  func makesOneTreeLikeTheOther(source: String, destination: String, expected: String) {
    let plan = MirrorPlan(from: Self.tree(source), to: Self.tree(destination), .init(deletes: true))
    #expect(Self.words(plan) == expected)
  }

  @Test func deletesOnlyWhereAsked() {
    let plan = MirrorPlan(from: Self.tree("a=1"), to: Self.tree("a=1 z=2 y/ y/x=1"))
    #expect(Self.words(plan).isEmpty)
  }

  /// Whatever goes wrong with a listing of the source, nothing in that directory is deleted.
  @Test(
    arguments: [
      (tree("", doubtful: ["": "refused"]), "~. ~k ~z"), (tree(""), "~k ~z"), (MirrorTree(), "~."),
      (tree("k/ k/a=1", doubtful: ["": "cut"]), "~. ~k/b ~z"),
      (tree("k/ k/a=1", doubtful: ["k": "cut"]), "~k ~k/b -z"),
    ] as [(MirrorTree, String)])
  func deletesNothingOnAFailedOrEmptyListing(source: MirrorTree, expected: String) {
    let plan = MirrorPlan(from: source, to: Self.tree("z=1 k/ k/a=1 k/b=2"), .init(deletes: true))
    #expect(Self.words(plan) == expected)
  }

  /// Neither is anything deleted on a server whose own listing is in doubt.
  @Test func deletesNothingWhereTheDestinationIsInDoubt() {
    let there = Self.tree("z=1 k/ k/a=1 k/b=2", doubtful: ["k": "cut"])
    #expect(
      Self.words(MirrorPlan(from: Self.tree("k/ k/a=1"), to: there, .init(deletes: true))) == "~k ~k/b -z")
  }

  @Test func keepsADirectoryThatIsNotWhollyKnown() {
    let there = Self.tree("a=1 y/ y/x/ y/x/1=1 y/w=1", doubtful: ["y/x": "refused"])
    #expect(Self.words(MirrorPlan(from: Self.tree("a=1"), to: there, .init(deletes: true))) == "-y/w ~y/x")
  }

  @Test(
    arguments: [
      (["*.iso"], [], ">b/c.iso:missing", "+b/"),
      ([], ["*.iso"], ">a.txt:missing +b/ >b/d.txt:missing +e/", ""),
      (["b/*"], [], "+b/ >b/c.iso:missing >b/d.txt:missing", ""), ([], ["b"], ">a.txt:missing +e/", ""),
      (["*.txt"], ["b/*"], ">a.txt:missing", ""), (["/a*"], [], ">a.txt:missing", ""),
    ] as [([String], [String], String, String)])
  func takesWhatPatternsMean(including: [String], excluding: [String], expected: String, before: String) {
    let patterns = MirrorPatterns(
      including: including.map { Glob(Array($0.utf8)) }, excluding: excluding.map { Glob(Array($0.utf8)) })
    let plan = MirrorPlan(
      from: Self.tree("a.txt=1 b/ b/c.iso=2 b/d.txt=3 e/"), to: Self.tree(""), .init(patterns: patterns))
    #expect(Self.words(plan) == (before.isEmpty ? expected : "\(before) \(expected)"))
  }

  @Test func whatIsLeftOutIsNotDeleted() {
    let patterns = MirrorPatterns(excluding: [Glob(Array("*.keep".utf8))])
    let plan = MirrorPlan(
      from: Self.tree("a=1"), to: Self.tree("b=1 c.keep=1 d/ d/e=1 d/f.keep=1 g/ g/h=1"),
      .init(deletes: true, patterns: patterns))
    #expect(Self.words(plan) == ">a:missing -b -d/e -g/h -g/")
  }

  @Test(arguments: [
    ("..", NameFault.outside), (".", .itself), ("", .empty), ("/etc/passwd", .outside), ("a/b", .slash),
    ("../a", .outside), ("..\\a", .outside), ("a\\..", .outside), ("\\\\host\\share", .outside),
    ("\\a", .outside), ("C:", .drive), ("c:\\a", .drive), ("zz/c:", .slash),
    ("a\nb", .lineFeed), ("a\u{0}", .nul), ("a\rb", .carriageReturn),
  ])
  func refusesNamesThatLeadOut(name: String, fault: NameFault) {
    #expect(NameFault.of(Array(name.utf8), copied: true) == fault)
    let source = MirrorTree([
      MirrorPath(): .init([
        .init(Array(name.utf8), .file, size: 1), .init(Array(name.utf8), .directory),
        .init([0x61], .file, size: 1),
      ]),
      MirrorPath([Array(name.utf8)]): .init([.init([0x62], .file, size: 1)]),
    ])
    let plan = MirrorPlan(from: source, to: MirrorTree([MirrorPath(): .init([])]))
    #expect(
      plan.actions.contains(.skip(MirrorPath([Array(name.utf8)]), because: .name(fault)))
        && plan.actions.count == 2)
    // It is not deleted either.
    let back = MirrorPlan(
      from: Self.tree("a=1"), to: source, .init(deletes: true))
    #expect(Self.words(back).isEmpty)
  }

  @Test(arguments: ["a", "...", "..a", "a..", "a\\b", " ", "-rf", "ab:c", "\u{e9}", "~", "1:"])
  func takesNamesThatStay(name: String) {
    #expect(NameFault.of(Array(name.utf8), copied: true) == nil)
  }

  @Test func tellsNamesThatDifferInCaseAlone() {
    let source = Self.tree("README=1 readme=2 Other=3 sub/ sub/A=1 sub/a=2")
    let plan = MirrorPlan(from: source, to: Self.tree(""))
    #expect(plan.clashes.map { $0.map(\.description) } == [["README", "readme"], ["sub/A", "sub/a"]])
    #expect(plan.actions.count { if case .transfer = $0 { true } else { false } } == 5)
    let folding = MirrorPlan(from: source, to: Self.tree("readme=1"), .init(deletes: true, foldsCase: true))
    #expect(Self.words(folding) == ">Other:missing >README:missing ~readme +sub/ >sub/A:missing ~sub/a")
  }

  @Test(arguments: [
    (MirrorTime(100), MirrorTime(99), true), (MirrorTime(100), MirrorTime(100), false),
    (MirrorTime(60, precision: 60), MirrorTime(60), false),
    (MirrorTime(60, precision: 60), MirrorTime(59), true),
    (MirrorTime(90), MirrorTime(60, precision: 60), false),
    (MirrorTime(120), MirrorTime(60, precision: 60), true),
    (MirrorTime(.max, precision: 86_400), MirrorTime(.min, precision: 86_400), true),
  ])
  func aRoughTimeIsNewerOnlyForCertain(one: MirrorTime, other: MirrorTime, isAfter: Bool) {
    #expect(one.isAfter(other) == isAfter)
  }
}
