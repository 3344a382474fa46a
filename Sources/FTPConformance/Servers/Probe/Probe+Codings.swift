import FTPProtocol

extension Probe {
  /// Stores a file in a mode or structure that marks the end of the file in the data, which is a preparation.
  func uploadCoded(_ name: String, _ elements: [TransferElement], _ coding: TransferCoding) async throws {
    var encoder = coding.makeEncoder()
    var bytes: [UInt8] = []
    for element in elements { try encoder.encode(element, into: &bytes) }
    try await prepare(.store(name, .bytes(bytes), type: nil))
  }

  /// Downloads a file in such a mode or structure, and returns its elements without markers; consecutive data is
  /// joined.
  ///
  /// The case ends if the bytes cannot be decoded; bytes that can be decoded but are wrong are a warning.
  func downloadCoded(_ command: String, _ coding: TransferCoding) async throws -> [TransferElement] {
    let transfer = try await ftp.passive(facts.passiveCommand, command)
    var decoder = coding.makeDecoder()
    var elements: [TransferElement] = []
    var isOpen = true
    do {
      while isOpen, !decoder.isFinished {
        let piece = try await transfer.read()
        isOpen = !piece.isEmpty
        var rest = piece[...]
        while let element = try decoder.next(&rest) { elements.join(element) }
      }
      if !isOpen { for element in try decoder.finish() { elements.join(element) } }
    } catch let error as ValueDeviation {
      try fail(
        "a file in this mode and structure", "\(error.text) at byte \(error.offset ?? 0)",
        citing: error.requirement)
    }
    try await expect(transfer.end(), .completion, to: command)
    for requirement in decoder.deviations {
      warn("a file in this mode and structure", "a deviation from \(requirement)", citing: requirement)
    }
    return elements
  }

  /// Stores a file in a mode, and ends the case unless it is the same when retrieved in this mode and in stream mode,
  /// or as unsupported if the mode is refused.
  func requireRoundTrip(in mode: String, _ coding: TransferCoding) async throws {
    try await prepare(.send("TYPE I"))
    try await requireAccepted("MODE \(mode)")
    let file = bytes(70_000) + [UInt8](repeating: 0, count: 300) + [UInt8](repeating: 0xFF, count: 200)
    try await uploadCoded("coded.bin", [.data(file[...]), .endOfFile], coding)
    let copy = try await downloadCoded("RETR coded.bin", coding)
    try require(
      copy == [.data(file[...]), .endOfFile], "the \(file.count) bytes that were sent, in mode \(mode)",
      "\(copy.count) elements")
    try await prepare(.send("MODE S"))
    let plain = try await download("RETR coded.bin")
    try requireSame(plain, as: file, "the same bytes in stream mode")
  }
}

extension [TransferElement] {
  /// Appends an element; data is joined with the data before it, and markers are left out.
  fileprivate mutating func join(_ element: TransferElement) {
    switch (last, element) {
    case (_, .marker): break
    case (.data(let front), .data(let data)): self[count - 1] = .data((front + data)[...])
    case (_, .data(let data)): append(.data([UInt8](data)[...]))
    default: append(element)
    }
  }
}
