import FTPClient
import FTPProtocol
import FTPTransport

/// RFC 2577, section 4: restricted access.
enum RFC2577Section4 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc2577/4/passive-peer-checked",
      "A passive data connection from another address than the client's is not served.",
      // The text is advice.
      ["2577:4:passive-peer-checked"], level: .should,
      needs: [.writeAccess, .data],
      tags: ["security", "pasv"], failsWith: ["address-any-peer"],
      // Nobody else has to do with what a server says when it is raided.
      isFairTraffic: false
    ) { probe in
      let server = try probe.ftp.peerAddress
      guard server.isLoopback, !server.isIPv6, let local = SocketAddress(host: "127.0.0.2", port: 0) else {
        try probe.skip("there is no second address to connect from")
      }
      try await probe.upload("STOR secret.txt", "for the client alone")
      let raid = try await probe.raid("RETR secret.txt", from: local)
      if let transfer = raid.transfer {
        _ = try? await transfer.readToEnd(limit: 1 << 20)
        try await transfer.finish()
      } else if raid.reply?.code.isPreliminary == true {
        try await probe.nextReply(to: "RETR")
      }
      try probe.require(
        raid.stolen.isEmpty, "nothing for a stranger", "\(raid.stolen.count) bytes of the file")
    }
  ]
}

extension Probe {
  /// Has a stranger connect to a passive port in front of the client, and asks for a download.
  ///
  /// The stranger's connection is closed at the end: a server may wait for that before it says another word.
  /// - Returns: what the stranger got, and what the client was told; no reply where there was no way in.
  fileprivate func raid(
    _ command: String, from local: SocketAddress
  ) async throws -> (stolen: [UInt8], reply: Reply?, transfer: DataTransfer?) {
    let announcement = try await announcement()
    let stranger: DataSocket?
    do { stranger = try await dial(try port(in: announcement), from: local) } catch let error
      as TransportError
    {
      try skip("no connection from a second address: \(error)")
    }
    guard let stranger else { return ([], nil, nil) }
    // The client itself comes second; a server may have given the port up by then.
    do { try await ftp.connectData(announcedIn: announcement) } catch FTPClientError.transport {}
    let (reply, transfer) = try await ftp.startTransfer(command)
    return (await stranger.readToEnd(within: patience.closing) ?? [], reply, transfer)
  }
}
