import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransport

/// What one step of a scenario is played on: the server, the client's folder, and what the client is told.
struct ClientStage {
  let server: MockServer
  let folder: ClientFolder
  let step: ScenarioStep
  let trap: HostTrap?
  let before: VirtualTree
  let task: ClientTask

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - port: Where it listens; 0 for any.
  ///   - tree: The files that an earlier step has left.
  init(
    _ step: ScenarioStep, in folder: ClientFolder, port: UInt16, tree: VirtualTree?, patience: Duration,
    print: @escaping @Sendable (String) -> Void
  ) throws {
    self.step = step
    self.folder = folder
    trap = step.server.hasTrap ? try HostTrap() : nil
    let identity = try step.server.identity()
    var configuration = try step.server.configuration(
      port: port, patience: patience, outside: folder.outside, trap: trap, identity: identity)
    if let tree { configuration.tree = tree }
    for (name, text) in step.local { try folder.write(Array(text.utf8), to: name) }
    if step.job == .mirror { try folder.makeFolder("copy") }
    var authorities: String?
    if let pem = identity?.pem {
      let other = try step.server.isTrusted ? nil : TLSIdentity.selfSigned(for: ["elsewhere.example"]).pem
      authorities = try folder.writeAuthorities(Array((other ?? pem).utf8))
    }
    before = configuration.tree
    server = try MockServer.start(configuration)
    let login = step.user.map { "\(Self.encodedWord($0)):\(Self.encodedWord(step.password))@" } ?? ""
    let host = server.address.isIPv6 ? "[\(server.address.host)]" : server.address.host
    let path = step.urlPath ?? Self.encoded(step.path) + ([.list, .mirror].contains(step.job) ? "/" : "")
    task = ClientTask(
      job: step.job, url: "ftp://\(login)\(host):\(server.port)/\(path)", host: server.address.host,
      port: server.port, user: step.user, password: step.password, path: step.path, target: step.target,
      folder: folder.path, file: folder.path + "/" + step.name, mirrorFolder: folder.path + "/copy",
      authorities: authorities, print: print)
  }

  /// What the words of a command stand for.
  var words: [ClientWord: String] {
    let login = step.user.map { "\(Self.encodedWord($0)):\(Self.encodedWord(step.password))@" } ?? ""
    let host = server.address.isIPv6 ? "[\(server.address.host)]" : server.address.host
    var words: [ClientWord: String] = [
      .url: task.url, .server: "ftp://\(login)\(host):\(server.port)", .host: server.address.host,
      .port: "\(server.port)", .user: step.user ?? "anonymous",
      .password: step.user == nil ? "someone@example.com" : step.password, .path: step.path, .to: step.target,
      .out: task.file, .file: task.file, .dir: task.mirrorFolder,
    ]
    if let authorities = task.authorities { words[.ca] = authorities }
    return words
  }

  /// A user or a password as it stands in a URL.
  private static func encodedWord(_ text: String) -> String { encoded(text).replacing("/", with: "%2F") }

  /// A path as it stands in a URL.
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
