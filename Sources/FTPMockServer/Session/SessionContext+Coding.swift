import FTPProtocol

/// Where the next transfer begins and ends, as set by REST or RANG.
enum RestartRequest: Hashable, Sendable {
  case none
  /// REST: in stream mode an offset in the sent bytes, in other modes one in the file, which is what the markers of
  /// this server contain.
  case offset(UInt64)
  /// RANG: the first and the last byte.
  case range(UInt64, UInt64)
}

/// The bytes of files as TYPE, STRU and MODE determine them.
extension SessionContext {
  /// The setting of REST or RANG, which serves only one transfer (RFC 3659, section 5.3).
  func takeRestart() -> RestartRequest {
    defer { restart = .none }
    return restart
  }

  /// The bytes to send of a file; throws `.badOffset` if the offset does not exist, `.mismatch` if there can be none.
  func source(
    of contents: FileContents, _ restart: RestartRequest = .none
  ) throws(StorageError) -> any DataSource {
    try source(of: contents, isText: parameters.isText, restart)
  }

  /// The bytes to send of a listing, which is text in any type (RFC 959, section 4.1.3).
  func source(
    ofListing names: [[UInt8]], _ write: @escaping ListingSource.Writer
  ) -> any DataSource {
    let coding = parameters.coding(isText: true)
    let hasRecords = parameters.structure == .record
    let lineEnd: [UInt8] = hasRecords ? [0x0A] : [0x0D, 0x0A]
    let source = ListingSource(names, lineEnd: lineEnd, write)
    guard coding != .stream else { return source }
    return CodedSource(source, coding, records: hasRecords ? .line : nil)
  }

  private func source(
    of contents: FileContents, isText: Bool, _ restart: RestartRequest
  ) throws(StorageError) -> any DataSource {
    let coding = parameters.coding(isText: isText)
    let hasRecords = parameters.structure == .record
    var source = FileSource(
      contents, isText: isText && !hasRecords, keepingReturns: configuration.keepsNetworkLineEnds)
    switch restart {
    case .none: break
    case .offset(let offset) where coding.hasMarkers:
      guard source.seek(to: offset) else { throw .badOffset }
    case .offset(let offset) where coding == .stream:
      guard try source.skip(offset) else { throw .badOffset }
    case .range(let first, let last) where parameters.isPlainImage:
      source = FileSource(contents, isText: false, range: first...last)
    // An offset in the sent bytes is meaningless among escapes (RFC 3659, section 5.1).
    case .offset, .range: throw .mismatch
    }
    guard coding != .stream else { return source }
    return CodedSource(source, coding, records: hasRecords ? (isText ? .line : .file) : nil)
  }

  /// The offset at which writing begins.
  ///
  /// - Throws: as `source(of:_:)` does.
  func writeStart(
    _ path: VirtualPath, _ restart: RestartRequest, otherwise start: WriteStart
  ) throws(StorageError) -> WriteStart {
    switch restart {
    case .none: return start
    case .range(let first, let last):
      guard parameters.isPlainImage else { throw .mismatch }
      return .range(first, last)
    case .offset(let offset):
      let coding = parameters.coding(isText: parameters.isText)
      if coding.hasMarkers { return .offset(offset) }
      guard coding == .stream else { throw .mismatch }
      guard parameters.isText else { return .offset(offset) }
      guard
        let local = try storage.read(path).localOffset(
          ofNetwork: offset, keepingReturns: configuration.keepsNetworkLineEnds)
      else { throw .badOffset }
      return .offset(local)
    }
  }

  /// The destination of received bytes.
  func sink(_ writer: any FileWriter, _ start: WriteStart, at path: VirtualPath) -> any DataSink {
    let coding = parameters.coding(isText: parameters.isText)
    let hasRecords = parameters.structure == .record
    var (position, limit): (UInt64, UInt64) = (0, .max)
    switch start {
    case .beginning, .new: break
    case .end: position = (try? storage.entry(at: path))?.size ?? 0
    case .offset(let offset): position = offset
    case .range(let first, let last): (position, limit) = (first, (last - first).addingOne)
    }
    let sink = FileSink(
      writer, isText: parameters.isText && !hasRecords, at: position, limit: limit)
    guard coding != .stream else { return sink }
    return CodedSink(sink, coding, recordsAreLines: hasRecords && parameters.isText)
  }
}

extension UInt64 {
  /// One more, or the same at the maximum.
  fileprivate var addingOne: UInt64 { self == .max ? self : self + 1 }
}
