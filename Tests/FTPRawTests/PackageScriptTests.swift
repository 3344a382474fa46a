import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// `.github/package`, with a program that runs the one of these tests, instead of a release build.
@Suite("The packages contain all that an installation needs, and nothing of the build machine", .computing)
struct PackageScriptTests {
  private static let tools = ["bash", "git", "tar", "gzip", "strip", "sha256sum", "cc"]

  /// Makes a program in C that runs the one of these tests, which needs libraries of Swift and so cannot be packaged.
  private func program(in folder: URL, _ options: [String] = []) async throws -> String {
    let ftpraw = try ProcessRunner.ftpraw().executable.path
    try Data(
      "#include <unistd.h>\nint main(int n, char **v) { v[0] = \"\(ftpraw)\"; return execv(v[0], v); }\n".utf8
    )
    .write(to: folder.appending(path: "main.c"))
    let made = try await #require(ProcessRunner.tool("cc")).run(
      ["-o", "\(folder.path)/program", "\(folder.path)/main.c"] + options)
    #expect(made.status == 0, "\(made.error)")
    return "\(folder.path)/program"
  }

  private func pack(_ binary: String, in folder: URL) async throws -> ProcessRunner.Outcome {
    try await #require(ProcessRunner.tool("bash")).run(
      [
        "\(ProcessRunner.packageFolder.path)/.github/package", "--binary", binary, "--fast", "-o",
        "\(folder.path)/dist",
      ], environment: ["SOURCE_DATE_EPOCH": "1700000000", "TMPDIR": folder.path])
  }

  @Test(
    .enabled(if: tools.allSatisfy { ProcessRunner.tool($0) != nil }, "a tool that packs is not installed"))
  func tarballAndDebHaveTheSame() async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    try await withScratchFolder { folder in
      let made = try await pack(try await program(in: folder), in: folder)
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
            "share/doc/ftpraw/CHANGELOG.md", "share/doc/ftpraw/LICENSE", "share/doc/ftpraw/NOTICES.md",
            "share/doc/ftpraw/README.md",
            "share/man/man1/ftpraw.1", "share/zsh/site-functions/_ftpraw",
          ]).sorted())
      #expect(parts[1] == ["ftpraw \(Version.current)"])
      guard files.contains(where: { $0.hasSuffix(".deb") }) else { return }
      let installed =
        both + [
          "share/doc/ftpraw/changelog.gz", "share/doc/ftpraw/copyright", "share/doc/ftpraw/NOTICES.md",
          "share/man/man1/ftpraw.1.gz",
          "share/zsh/vendor-completions/_ftpraw",
        ]
      for file in installed { #expect(parts[2].contains("root/root ./usr/\(file)"), "\(file) \(parts[2])") }
    }
  }

  /// Nothing is packed that would not run, or not install, elsewhere.
  @Test(
    .enabled(if: tools.allSatisfy { ProcessRunner.tool($0) != nil }, "a tool that packs is not installed"))
  func whatWouldNotRunElsewhereIsRefused() async throws {
    try await withScratchFolder { folder in
      func expectRefusal(_ binary: String, _ words: String) async throws {
        let outcome = try await pack(binary, in: folder)
        #expect(outcome.status == 1 && outcome.error.contains(words), "\(binary): \(outcome.error)")
        #expect(
          folder.appending(path: "dist").names.allSatisfy { !$0.hasSuffix(".deb") && !$0.hasPrefix("SHA") })
      }
      let script = folder.appending(path: "script")
      try Data("#!/bin/sh\n".utf8).write(to: script)
      #if os(Linux)
        let own = try ProcessRunner.ftpraw().executable.path
        try await expectRefusal(own, "cannot be packaged, because it needs libswift")
        try await expectRefusal(script.path, "is not a program for Linux")
        // A library that no package has.
        try Data("int odd(void) { return 1; }\n".utf8).write(to: folder.appending(path: "odd.c"))
        let library = "\(folder.path)/libodd.so.1"
        let made = try await #require(ProcessRunner.tool("cc")).run(
          ["-shared", "-fPIC", "-Wl,-soname,libodd.so.1", "-o", library, "\(folder.path)/odd.c"])
        #expect(made.status == 0, "\(made.error)")
        let linked = try await program(
          in: folder, ["-Wl,--no-as-needed", library, "-Wl,-rpath,\(folder.path)"])
        if ProcessRunner.tool("dpkg-shlibdeps") != nil {
          try await expectRefusal(linked, "needs a library that no Debian package here has")
        }
      #endif
    }
  }

  @Test func aTagMustBeTheVersion() async throws {
    let bash = try #require(ProcessRunner.tool("bash"))
    let script = ProcessRunner.packageFolder.appending(path: ".github/check-tag").path
    let wrong = try await bash.run([script, "v0.0.0"])
    #expect(
      wrong.status == 1 && wrong.error == "the tag is 'v0.0.0', but the sources have v\(Version.current)\n")
  }
}
