import FTPMockServer
import FTPSystem
import FTPText
import FTPTransport

/// Everything that one step of a scenario needs: the server, the client's folder, and the values for its command.
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
  ///   - step: What the server does, and what the client is asked to do.
  ///   - folder: The folder of the client, which may contain files for it.
  ///   - port: The port to listen on unless another program has taken it; 0 for any.
  ///   - tree: The files of an earlier step, for a server without files of its own.
  ///   - patience: How long the server waits for the client.
  ///   - print: Receives each line that a client function prints.
  /// - Throws: If the server cannot be started.
  init(
    _ step: ScenarioStep, in folder: ClientFolder, port: UInt16, tree: VirtualTree?, patience: Duration,
    print: @escaping @Sendable (String) -> Void
  ) throws {
    self.step = step
    self.folder = folder
    trap = step.server.hasTrap ? try HostTrap() : nil
    var configuration = try step.server.configuration(
      port: port, patience: patience, outside: folder.outside, trap: trap)
    if let tree, step.server.tree.isEmpty { configuration.tree = tree }
    for (name, text) in step.local { try folder.write(Array(text.utf8), to: name) }
    if step.job.isMirror { try folder.makeFolder("copy") }
    before = configuration.tree
    if let begun = step.begun {
      try folder.write(Array((before.bytes(of: step.path) ?? []).prefix(begun)), to: step.name)
    }
    server = try Self.start(&configuration)
    var authorities: String?
    if let pem = server.certificate {
      let other =
        try step.server.isTrusted ? nil : ServerTLS(.explicit, for: ["elsewhere.example"]).certificate
      authorities = try folder.writeAuthorities(Array((other ?? pem).utf8))
    }
    let login =
      step.user.map { "\(PercentEncoding.part($0.utf8)):\(PercentEncoding.part(step.password.utf8))@" } ?? ""
    let host = server.address.isIPv6 ? "[\(server.address.host)]" : server.address.host
    let path =
      step.urlPath ?? PercentEncoding.path(step.path) + (step.job == .list || step.job.isMirror ? "/" : "")
    task = ClientTask(
      job: step.job, url: "\(step.scheme)://\(login)\(host):\(server.port)/\(path)",
      host: server.address.host,
      port: server.port, user: step.user, password: step.password, path: step.path, target: step.target,
      folder: folder.path, file: folder.path + "/" + step.name, mirrorFolder: folder.path + "/copy",
      authorities: authorities, print: print)
  }

  /// Starts a server on the port of the last step, which another program may have been given since then.
  private static func start(
    _ configuration: inout MockServer.Configuration
  ) throws(TransportError) -> MockServer {
    do throws(TransportError) { return try MockServer.start(configuration) } catch {
      guard error.cause == .system(.addressInUse) else { throw error }
      configuration.addresses = configuration.addresses.map { $0.with(port: 0) }
      return try MockServer.start(configuration)
    }
  }

  /// The values for the words of a command.
  var words: [ClientWord: String] {
    let login =
      step.user.map { "\(PercentEncoding.part($0.utf8)):\(PercentEncoding.part(step.password.utf8))@" } ?? ""
    let host = server.address.isIPv6 ? "[\(server.address.host)]" : server.address.host
    var words: [ClientWord: String] = [
      .url: task.url, .server: "\(step.scheme)://\(login)\(host):\(server.port)", .host: server.address.host,
      .port: "\(server.port)", .user: step.user ?? "anonymous",
      .password: step.user == nil ? "someone@example.com" : step.password, .path: step.path, .to: step.target,
      .out: task.file, .file: task.file, .dir: task.mirrorFolder,
    ]
    if let authorities = task.authorities { words[.ca] = authorities }
    return words
  }
}
