import FTPSystem
import TestSupport
import Testing

@Suite("A link that appears during an operation is not followed", .endsWhenItHangs)
struct SwappedLinkTests {
  @Test("Instead of a directory")
  func directory() throws {
    try GuardedFolder.with { folder, root in
      try root.makeDirectory(names("door"))
      try folder.write("inside", to: folder.inside + "/door/secret")
      try folder.link("trap", to: folder.outside + "/folder")
      var successes = 0
      var failures = 0
      try NameSwapper.run(folder.inside, "door", with: "trap") {
        for round in 0..<100_000 where round < 2000 || successes < 100 || failures < 100 {
          do {
            switch round % 6 {
            case 0: #expect(try root.open(names("door/secret")).contents() == "inside")
            case 1:
              let file = try root.open(names("door/secret"), for: .writing)
              try file.write("inside".bytes)
            case 2:
              try root.create(names("door/new")).close()
              try root.removeFile(names("door/new"))
            case 3: #expect(try root.status(of: names("door/secret")).size == 6)
            case 4: try root.setPermissions(0o640, of: names("door/secret"))
            default:
              try root.makeDirectory(names("door/made"))
              try root.removeDirectory(names("door/made"))
            }
            successes += 1
          } catch is LocalFileError {
            failures += 1
          }
        }
      }
      #expect(successes > 0 && failures > 0)
    }
  }

  @Test("Instead of a file")
  func file() throws {
    try GuardedFolder.with { folder, root in
      try folder.write("inside", to: folder.inside + "/door")
      try folder.link("trap", to: folder.outside + "/secret")
      var successes = 0
      var failures = 0
      try NameSwapper.run(folder.inside, "door", with: "trap") {
        for round in 0..<100_000 where round < 2000 || successes < 100 || failures < 100 {
          do {
            switch round % 3 {
            case 0: #expect(try root.open(names("door")).contents() == "inside")
            case 1: try root.open(names("door"), for: .writing).write("inside".bytes)
            default: try root.setModificationTime(.init(seconds: 1), of: names("door"))
            }
            successes += 1
          } catch is LocalFileError {
            failures += 1
          }
        }
      }
      #expect(successes > 0 && failures > 0)
    }
  }
}
