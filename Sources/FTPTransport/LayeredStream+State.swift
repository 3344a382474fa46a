import FTPSystem
import LibC

extension LayeredStream {
  /// The bytes between the layer and the socket.
  ///
  /// No call waits.
  struct State {
    /// Nil on a clear stream.
    var layer: (any RecordLayer)?
    /// Plain bytes; those before `read` have been read.
    var plain: [UInt8] = []
    private var read = 0
    /// Bytes for the socket; those before `sent` were sent.
    var output: [UInt8] = []
    var sent = 0
    /// How many plain bytes of the records in `output` were not reported as taken yet.
    var offered = 0
    /// Whether a writer gave up before all of `output` was sent.
    var hasGivenUp = false
    /// The bytes after the peer's close alert.
    var surplus: [UInt8] = []
    /// Why nothing more can be read.
    var end: End?
    /// Why nothing can be written any more.
    var writeFailure: TransportError.Cause?
    /// Whether the close alert of this end was made.
    var hasClosed = false
    /// Whether the close will be a reset.
    var isAbandoned = false
    /// How many threads wait for something to read.
    var waitingReaders = 0

    /// How many plain bytes wait for a reader.
    var held: Int { plain.count - read }
    /// Whether everything was sent.
    var isFlushed: Bool { sent == output.count }
    /// Whether bytes can be sealed; always on a clear stream.
    var isEstablished: Bool { layer?.isEstablished ?? true }
    /// Whether so many bytes wait for the socket that no more are read.
    var isClogged: Bool { output.count - sent > LayeredStream.mostOutput }
    /// Whether the writer has given up after a part of a record was sent.
    var isCut: Bool { !isFlushed && (offered > 0 || hasGivenUp) }

    /// An error that ends both directions.
    var failure: TransportError.Cause? {
      if case .failed(let cause)? = end { return cause }
      return writeFailure
    }

    mutating func takePlain() -> [UInt8] {
      defer {
        plain = []
        read = 0
      }
      return Array(plain[read...])
    }

    /// Moves plain bytes to a reader.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let count = min(held, buffer.count)
      plain.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[read..<read + count])) }
      read += count
      if held == 0 {
        plain.removeAll(keepingCapacity: plain.capacity <= 2 * LayeredStream.readPiece)
        read = 0
      }
      return count
    }
  }
}

/// Reading.
extension LayeredStream.State {
  /// Moves available bytes to a reader piece by piece, so that the buffer stays small enough for a cache.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32) -> Int {
    var taken = 0
    while taken < buffer.count {
      let wanted = min(buffer.count - taken, LayeredStream.readPiece)
      fill(descriptor, until: wanted)
      let isAll = held < wanted
      taken += take(into: UnsafeMutableRawBufferPointer(rebasing: buffer[taken...]))
      if isAll { break }
    }
    return taken
  }

  /// Reads from the socket until this many plain bytes are held, the socket has no more, or it ends.
  mutating func fill(_ descriptor: Int32, until wanted: Int) {
    while held < wanted, end == nil, !isClogged {
      let limit = max(1, min(layer?.readLimit ?? .max, LayeredStream.readPiece))
      let goesOn = withUnsafeTemporaryAllocation(byteCount: limit, alignment: 16) { bytes in
        let count = recv(descriptor, bytes.baseAddress, limit, 0)
        if count > 0 {
          open(UnsafeRawBufferPointer(rebasing: bytes[..<count]).bindMemory(to: UInt8.self).span)
        } else if count == 0 {
          end = layer == nil ? .closed : .failed(.truncated)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          return false
        } else if errno != EINTR {
          end = .failed(.system(.last))
        }
        return true
      }
      guard goesOn else { break }
    }
    // The answer of the layer.
    flush(descriptor)
  }

  /// Takes bytes of the socket.
  mutating func open(_ bytes: Span<UInt8>) {
    guard layer != nil else { return append(bytes, to: \.plain) }
    do throws(RecordLayerError) {
      let taken = try layer?.open(bytes, into: &plain, answering: &output) ?? 0
      guard layer?.hasPeerClosed == true else { return }
      // Otherwise a reader would mistake an interrupted handshake for an empty file.
      end = isEstablished ? .closed : .failed(.closedByPeer)
      if taken < bytes.count { append(bytes.extracting(taken...), to: \.surplus) }
    } catch {
      end = .failed(.layer(error.description, error.reason))
    }
  }

  private mutating func append(_ bytes: Span<UInt8>, to path: WritableKeyPath<Self, [UInt8]>) {
    bytes.withUnsafeBufferPointer { self[keyPath: path].append(contentsOf: $0) }
  }
}

/// Writing.
extension LayeredStream.State {
  /// Sends as much as the socket accepts.
  mutating func flush(_ descriptor: Int32) {
    while !isFlushed, writeFailure == nil {
      let count = output.withUnsafeBytes {
        systemSend(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]), Platform.sendFlags)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return
      } else if errno != EINTR {
        writeFailure = .system(.last)
      }
    }
    output.removeAll(keepingCapacity: true)
    sent = 0
  }

  mutating func offer(
    _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32
  ) -> Result<Int, LayeredStream.Failure> {
    flush(descriptor)
    if let failure = writeFailure { return .failure(LayeredStream.Failure(cause: failure)) }
    if case .failed(let cause)? = end, case .layer = cause {
      return .failure(LayeredStream.Failure(cause: cause))
    }
    guard !hasClosed else { return .failure(LayeredStream.Failure(cause: .system(.brokenPipe))) }
    guard isFlushed else { return .success(0) }
    if offered > 0 {
      defer { offered = 0 }
      return .success(min(offered, bytes.count))
    }
    let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(LayeredStream.sealedPiece))
    do throws(RecordLayerError) {
      var count = try seal(piece)
      if count == 0, !piece.isEmpty {
        // The layer must receive something first. A thread that reads will deliver it.
        if waitingReaders == 0 { fill(descriptor, until: held + 1) }
        count = try seal(piece)
        if count == 0, let end {
          if case .failed(let cause) = end { return .failure(LayeredStream.Failure(cause: cause)) }
          return .failure(LayeredStream.Failure(cause: .closedByPeer))
        }
      }
      flush(descriptor)
      if let failure = writeFailure { return .failure(LayeredStream.Failure(cause: failure)) }
      guard isFlushed else {
        offered = count
        return .success(0)
      }
      return .success(count)
    } catch {
      end = .failed(.layer(error.description, error.reason))
      return .failure(LayeredStream.Failure(cause: .layer(error.description, error.reason)))
    }
  }

  private mutating func seal(_ bytes: UnsafeRawBufferPointer) throws(RecordLayerError) -> Int {
    guard layer != nil else {
      output.append(contentsOf: bytes)
      return bytes.count
    }
    return try layer?.seal(bytes.bindMemory(to: UInt8.self).span, into: &output) ?? 0
  }
}

/// Waiting.
extension LayeredStream.State {
  mutating func interest(in events: SocketEvents, _ descriptor: Int32) -> LayeredStream.Interest {
    var ready: SocketEvents = []
    var awaited: SocketEvents = []
    flush(descriptor)
    if events.contains(.readable) {
      fill(descriptor, until: 1)
      if held > 0 || end != nil {
        ready.insert(.readable)
      } else if !isClogged {
        awaited.insert(.readable)
      }
    }
    if events.contains(.writable) {
      if !isEstablished, end == nil, writeFailure == nil, waitingReaders == 0 {
        fill(descriptor, until: held + 1)
      }
      if writeFailure != nil || (end != nil && !isEstablished) {
        ready.insert(.writable)
      } else if !isEstablished {
        // A thread that reads takes the bytes; waiting for the same bytes would be a busy loop.
        if waitingReaders == 0 { awaited.insert(.readable) }
      } else if isFlushed, !Poll.look(descriptor, .writable).isEmpty {
        ready.insert(.writable)
      } else {
        awaited.insert(.writable)
      }
    }
    if !isFlushed { awaited.insert(.writable) }
    return (ready, awaited)
  }
}
