import Foundation
import TestSupport
import Testing

/// Tests of `.github/formula`.
@Suite("The Homebrew formula installs the tarballs of a release", .queueing)
struct FormulaScriptTests {
  /// The output of the script for a file with checksums.
  private func formula(_ sums: String) async throws -> ProcessRunner.Outcome {
    let bash = try #require(ProcessRunner.tool("bash"))
    let script = ProcessRunner.packageFolder.appending(path: ".github/formula").path
    var outcome: ProcessRunner.Outcome?
    try await withScratchFolder { folder in
      let file = folder.appending(path: "SHA256SUMS")
      try Data(sums.utf8).write(to: file)
      outcome = try await bash.run([script, "someone/ftpraw", file.path])
    }
    return try #require(outcome)
  }

  private static func sum(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  @Test(arguments: ["0.2.0", "1.0.0-rc.1"]) func eachTarballHasItsPlaceAndItsSum(version: String) async throws
  {
    let outcome = try await formula(
      """
      \(Self.sum("a"))  ftpraw-\(version)-linux-x86_64.tar.gz
      \(Self.sum("b"))  ftpraw_\(version)_amd64.deb
      \(Self.sum("c")) *ftpraw-\(version)-linux-aarch64.tar.gz
      \(Self.sum("d"))  ftpraw-\(version)-macos-arm64.tar.gz

      """)
    #expect(outcome.status == 0, "\(outcome.error)")
    let from = "https://github.com/someone/ftpraw/releases/download/v\(version)"
    #expect(outcome.output.contains("  version \"\(version)\"\n"))
    #expect(
      outcome.output.contains(
        """
          on_macos do
            on_arm do
              url "\(from)/ftpraw-\(version)-macos-arm64.tar.gz"
              sha256 "\(Self.sum("d"))"
            end
          end

          on_linux do
            on_intel do
              url "\(from)/ftpraw-\(version)-linux-x86_64.tar.gz"
              sha256 "\(Self.sum("a"))"
            end
            on_arm do
              url "\(from)/ftpraw-\(version)-linux-aarch64.tar.gz"
              sha256 "\(Self.sum("c"))"
            end
          end

        """), "\(outcome.output)")
  }

  @Test(.enabled(if: ProcessRunner.tool("ruby") != nil, "ruby is not installed"))
  func rubyReadsIt() async throws {
    let ruby = try #require(ProcessRunner.tool("ruby"))
    let outcome = try await formula("\(Self.sum("a"))  ftpraw-0.2.0-linux-x86_64.tar.gz\n")
    try await withScratchFolder { folder in
      let file = folder.appending(path: "ftpraw.rb")
      try Data(outcome.output.utf8).write(to: file)
      #expect(try await ruby.run(["-c", file.path]).status == 0)
    }
  }

  /// `PackageScriptTests` checks that the tarball contains these files.
  @Test func itInstallsWhatIsInATarball() async throws {
    let outcome = try await formula("\(Self.sum("a"))  ftpraw-0.2.0-linux-x86_64.tar.gz\n")
    #expect(!outcome.output.contains("macos-") && !outcome.output.contains("aarch64"))
    let installed = outcome.output.matches(of: /\.install "([^"]+)"/).map { String($0.output.1) }
    #expect(
      installed == [
        "bin/ftpraw", "share/man/man1/ftpraw.1", "share/bash-completion/completions/ftpraw",
        "share/zsh/site-functions/_ftpraw", "share/fish/vendor_completions.d/ftpraw.fish",
      ])
  }

  @Test func withoutATarballThereIsNone() async throws {
    let outcome = try await formula("\(Self.sum("b"))  ftpraw_0.2.0_amd64.deb\n")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.error.hasSuffix("SHA256SUMS names no tarball of ftpraw\n"), "\(outcome.error)")
  }
}
