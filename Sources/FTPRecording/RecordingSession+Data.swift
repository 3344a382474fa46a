import FTPConversation
import FTPProtocol
import FTPTransport

/// Data connections.
extension RecordingSession {
  /// A line of PORT, EPRT or LPRT with our address instead of the client's; nil if it must not be changed.
  func rewritten(_ line: [UInt8]) -> [UInt8]? {
    guard let command = Command(parsing: line), let announced = AnnouncedData(command) else { return nil }
    // With our address in its place, the server would not see an address that it must refuse (RFC 2577, section 3).
    guard announced.address.port >= 1_024 else {
      recorder.note("the data connection is for a privileged port and goes there directly")
      return nil
    }
    // Some clients name no host and mean themselves.
    guard let host = announced.address.host?.unmapped,
      host.isUnspecified || host == client.peerAddress.ipAddress
    else {
      recorder.note("the data connection is for another host than the client and goes there directly")
      return nil
    }
    let target = client.peerAddress.with(port: announced.address.port)
    return rewrite(announced, line, isPassive: false, target: target)
  }

  /// The bytes of a 227, 228 or 229 with our address instead of the server's; nil if they must not be changed.
  func rewritten(_ reply: Reply, _ bytes: [UInt8]) -> [UInt8]? {
    guard let announced = AnnouncedData(reply) else { return nil }
    let peer = server.peerAddress
    // If the server sends its client to another host, the recorder must not connect there itself.
    let decision = AddressPolicy.replace.resolve(
      announced.address, controlPeer: peer.ipAddress, form: announced.form)
    guard let port = decision.address?.port else { return nil }
    return rewrite(announced, bytes, isPassive: true, target: peer.with(port: port))
  }

  private func rewrite(
    _ announced: AnnouncedData, _ bytes: [UInt8], isPassive: Bool, target: SocketAddress
  ) -> [UInt8]? {
    let interface = isPassive ? client.localAddress : server.localAddress
    let expected = isPassive ? client.peerAddress : server.peerAddress
    do throws(TransportError) {
      let meeting = try DataRendezvous(on: interface, for: expected, then: target, isPassive: isPassive)
      let new = DataAddress(host: interface.ipAddress, port: meeting.address.port)
      guard
        let result = AddressText.replacing(
          announced.address, in: bytes, form: announced.form, with: new, isReply: isPassive)
      else {
        recorder.note("the address of the data connection could not be replaced, so it is not recorded")
        return nil
      }
      rendezvous = meeting
      return result
    } catch {
      recorder.note("the data connection is not recorded: \(error)")
      return nil
    }
  }

  /// Lets a data connection in, and makes its other half.
  func meet() {
    guard let meeting = rendezvous else { return }
    switch meeting.meet(deadline: .after(.seconds(30)), wakeUp: wakeUp) {
    case .nobody: return
    case .refused: recorder.dataRefused()
    case .connected(let accepted, let made):
      if meeting.isPassive {
        relay(client: accepted, server: made, isPassive: true)
      } else {
        relay(client: made, server: accepted, isPassive: false)
      }
    }
    rendezvous = nil
  }

  private func relay(
    client: consuming TCPConnection, server: consuming TCPConnection, isPassive: Bool
  ) {
    do throws(TransportError) {
      let security = try dataSecurity()
      relays.append(
        try DataRelay(
          client: client, server: server, isPassive: isPassive, under: security, recorder: recorder))
    } catch {
      recorder.note("\(error)")
    }
  }
}
