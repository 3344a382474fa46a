import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// `.github/package`, with the program built for these tests instead of a release build.
@Suite("The packages contain all that an installation needs, and nothing of the build machine", .computing)
struct PackageScriptTests {
  private static let tools = ["bash", "git", "tar", "gzip", "strip", "sha256sum"]

  @Test(
    .enabled(if: tools.allSatisfy { ProcessRunner.tool($0) != nil }, "a tool that packs is not installed"))
  func tarballAndDebHaveTheSame() async throws {
    let package = ProcessRunner.packageFolder.path
    let bash = try #require(ProcessRunner.tool("bash"))
    try await withScratchFolder { folder in
      let binary = try ProcessRunner.ftpraw().executable.path
      let made = try await bash.run(
        ["\(package)/.github/package", "--binary", binary, "--fast", "-o", "\(folder.path)/dist"],
        environment: ["SOURCE_DATE_EPOCH": "1700000000", "TMPDIR": folder.path])
      #expect(made.status == 0, "\(made.error)")
      let files = folder.appending(path: "dist").names
      let tarball = try #require(files.first { $0.hasSuffix(".tar.gz") })
      #expect(tarball.hasPrefix("ftpraw-\(Version.current)-"))
      let script = """
        set -e; cd '\(folder.path)/dist'
        sha256sum --check --quiet SHA256SUMS-*
        tar -tzf '\(tarball)' | grep -v '/$'; echo ==
        tar -xzf '\(tarball)'; cd '\(tarball.dropLast(7))'
        ./bin/ftpraw --version | head -1; ./bin/ftpraw man | cmp - share/man/man1/ftpraw.1
        bash -n share/bash-completion/completions/ftpraw; echo ==
        cd ..; for deb in *.deb; do [ ! -f "$deb" ] || dpkg-deb -c "$deb" | awk '$1 !~ /^d/ { print $2, $6 }'; done
        """
      let outcome = try await bash.run(["-c", script])
      #expect(outcome.status == 0, "\(outcome.error)")
      let parts = outcome.output.components(separatedBy: "==\n").map {
        $0.split(separator: "\n").map { String($0) }
      }
      try #require(parts.count == 3, "\(outcome.output)")
      let inside = parts[0].map { $0.split(separator: "/").dropFirst().joined(separator: "/") }
      let both = [
        "bin/ftpraw", "share/bash-completion/completions/ftpraw",
        "share/fish/vendor_completions.d/ftpraw.fish",
      ]
      #expect(
        inside.sorted()
          == (both + [
            "share/doc/ftpraw/CHANGELOG.md", "share/doc/ftpraw/LICENSE", "share/doc/ftpraw/README.md",
            "share/man/man1/ftpraw.1", "share/zsh/site-functions/_ftpraw",
          ]).sorted())
      #expect(parts[1] == ["ftpraw \(Version.current)"])
      guard files.contains(where: { $0.hasSuffix(".deb") }) else { return }
      let installed =
        both + [
          "share/doc/ftpraw/changelog.gz", "share/doc/ftpraw/copyright", "share/man/man1/ftpraw.1.gz",
          "share/zsh/vendor-completions/_ftpraw",
        ]
      for file in installed { #expect(parts[2].contains("root/root ./usr/\(file)"), "\(file) \(parts[2])") }
    }
  }

  @Test func aTagHasToBeTheVersion() async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    let script = ProcessRunner.packageFolder.appending(path: ".github/check-tag").path
    let wrong = try await bash.run([script, "v0.0.0"])
    #expect(
      wrong.status == 1 && wrong.error == "the tag is 'v0.0.0', but the sources have v\(Version.current)\n")
  }
}
