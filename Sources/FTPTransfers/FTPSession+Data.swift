import FTPClient
import FTPProtocol

/// Data connections, inside a turn.
extension FTPSession {
  /// Opens a data connection and requests a transfer, trying each data mode until one works.
  ///
  /// If `last` is given, RANG instead of REST requests that the transfer end at that byte (draft-bryan-ftp-range-08).
  func openData(
    _ command: Command, at offset: UInt64 = 0, through last: UInt64? = nil
  ) async throws(FTPError) -> DataTransfer {
    let command = site.hooks.command?(command) ?? command
    var failure = FTPError.unsupported("open a data connection in any allowed mode")
    for mode in modes {
      do throws(FTPError) {
        try await prepare(mode)
      } catch {
        guard error.isAboutDataMode, isOpen else { throw error }
        // That the server lacks another mode is less to know than that its port is closed.
        if case .refused = error, failure.isOfDataPort { continue }
        failure = error
        continue
      }
      let (reply, transfer) = try await start(command, at: offset, through: last)
      // No transfer begins after 3yz: data sent then would be lost.
      if reply.code.firstDigit == 3 { await transfer?.close() }
      if let transfer, reply.code.firstDigit != 3 {
        self.mode = mode
        return transfer
      }
      failure = .refused(try processed(reply, to: command), to: command)
      // 425: the data connection could not be opened, so nothing was transferred.
      guard reply.code == 425 else { throw failure }
    }
    throw failure
  }

  /// The modes to try: the one that has worked, and otherwise all in the order of the site.
  private var modes: [FTPDataMode] {
    guard let mode else { return site.dataModes }
    return [mode] + site.dataModes.filter { $0 != mode }
  }

  private func prepare(_ mode: FTPDataMode) async throws(FTPError) {
    if unknownVerbs.contains(mode.verb) { throw .unsupported("do \(mode)") }
    guard mode.isActive else {
      let command = DataAgreement.command(asking: mode.form)
      let reply = try await exchange(command)
      guard DataAgreement(announcedBy: reply) != nil else { throw .refused(reply, to: command) }
      do throws(FTPClientError) { try await client.connectData(announcedIn: reply) } catch {
        throw FTPError(error)
      }
      return
    }
    let command: Command
    do throws(FTPClientError) {
      let address = try await client.listenForData()
      do throws(DataAddressError) {
        command = try DataAgreement.command(telling: address, in: mode.form)
      } catch { throw .inexpressibleAddress("\(error)") }
    } catch { throw FTPError(error) }
    let reply = try await exchange(command)
    guard reply.code.firstDigit == 2 else { throw .refused(reply, to: command) }
  }

  /// Sends the transfer command, after REST if there is an offset, and after RANG if there is an end.
  private func start(
    _ command: Command, at offset: UInt64, through last: UInt64?
  ) async throws(FTPError) -> (reply: Reply, transfer: DataTransfer?) {
    // Some servers keep the REST of a transfer that never happened.
    if offset > 0 || last != nil || isRestartPending {
      isRestartPending = true
      let restart = last.map { Command(.rang, "\(offset) \($0)") } ?? Command(.rest, "\(offset)")
      let reply = try await exchange(restart)
      guard reply.code == 350 else {
        if reply.code.firstDigit == 5 { isRestartPending = false }
        await client.refuseData()
        throw .refused(reply, to: restart)
      }
    }
    do throws(FTPClientError) {
      let line = try Self.line(of: command)
      let begun = try await client.tryTransfer(bytes: line)
      isRestartPending = false
      return begun
    } catch { throw FTPError(error) }
  }

  private static func line(of command: Command) throws(FTPClientError) -> [UInt8] {
    do throws(CommandEncodingError) { return try CommandEncoder.encode(command).dropLast(2) } catch {
      throw .lineBreakInCommand
    }
  }
}

extension FTPError {
  /// True if the announced address did not answer.
  fileprivate var isOfDataPort: Bool {
    if case .conversation(.transport) = self { true } else { false }
  }

  /// True if another way to open the data connection may work.
  fileprivate var isAboutDataMode: Bool {
    switch self {
    case .refused(let reply, _): reply.code != 421
    case .conversation(.transport), .conversation(.unusableAddress), .conversation(.inexpressibleAddress):
      true
    case .unsupported: true
    default: false
    }
  }
}
