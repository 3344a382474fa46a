extension Session {
  /// Takes the exact bytes of a command line, line end included, and judges their form too.
  ///
  /// Telnet sequences are taken out, as a server does. Where a CR LF inside makes several commands of the
  /// bytes, each is taken; the judgement is that of the first, with the verdicts of all.
  @discardableResult
  public mutating func observe(commandLine line: some Collection<UInt8>) -> Judgement {
    var verdicts: [Verdict] = []
    var bytes = Array(line)
    if bytes.contains(Telnet.iac) { bytes = judgeTelnet(bytes, &verdicts) }
    if !bytes.ends(with: [0x0D, 0x0A]) {
      verdicts.append(
        fault(
          "959:4.1.3:command-line-ends", "CR LF at the end of a command", "\(ending(of: bytes)) at the end"))
    }
    var first: Judgement?
    for command in pieces(of: bytes) {
      judgeContent(command, &verdicts)
      let judgement = observe(command: Session.command(command))
      if first == nil { first = judgement } else { verdicts += judgement.verdicts }
    }
    var judgement = first ?? Judgement()
    judgement.verdicts = verdicts + judgement.verdicts
    return judgement
  }

  /// Reads a line without its end into a verb and an argument, as a server does: the first space ends the verb.
  static func command(_ line: ArraySlice<UInt8>) -> Command {
    guard let space = line.firstIndex(of: 0x20) else { return Command(Verb(bytes: line)) }
    return Command(Verb(bytes: line[..<space]), bytes: Array(line[(space + 1)...]))
  }

  private func fault(_ requirement: RequirementID, _ expected: String, _ received: String) -> Verdict {
    Verdict(requirement, by: .client, expected: expected, received: received)
  }

  /// Takes Telnet sequences out; IP and the Synch (IAC DM) are all that a client may send.
  private func judgeTelnet(_ bytes: [UInt8], _ verdicts: inout [Verdict]) -> [UInt8] {
    let (text, sequences) = Telnet.strip(bytes)
    let foreign = sequences.first { $0.command != Telnet.interrupt && $0.command != Telnet.dataMark }
    if let foreign {
      verdicts.append(
        fault(
          "1123:4.1.2.12:client-no-telnet", "no Telnet command but IP and Synch",
          Escaping.ascii(foreign.bytes)))
    }
    return text
  }

  /// The commands that CR LF separates, without line ends; at least one.
  private func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index + 1 < bytes.count {
      if bytes[index] == 0x0D, bytes[index + 1] == 0x0A {
        pieces.append(bytes[start..<index])
        index += 2
        start = index
      } else {
        index += 1
      }
    }
    if start < bytes.count || pieces.isEmpty {
      var end = bytes.count
      if end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
      pieces.append(bytes[start..<end])
    }
    return pieces
  }

  private func ending(of bytes: [UInt8]) -> String {
    switch bytes.last {
    case 0x0A: "LF alone"
    case 0x0D: "CR alone"
    default: "no line end"
    }
  }

  private func judgeContent(_ line: ArraySlice<UInt8>, _ verdicts: inout [Verdict]) {
    if line.contains(where: { $0 == 0x0A || $0 == 0x0D }), !isPaddedReturn(line) {
      verdicts.append(
        fault("959:5.3:argument-characters", "no CR and no LF inside a command", "one of them inside"))
    }
    if line.contains(where: { $0 > 0x7F }), !isUTF8(line) {
      verdicts.append(fault("2640:3.1:utf8-names", "names in UTF-8", "8-bit bytes that are not UTF-8"))
    }
    guard line.count + 2 > limits.commandLineLength else { return }
    let verb = Session.command(line.prefix(16)).verb
    guard verb != .adat, verb != .mic, verb != .conf, verb != .enc else { return }
    verdicts.append(
      fault(
        "959:4.2:long-command-line", "a command line of at most \(limits.commandLineLength) bytes",
        "\(line.count + 2) bytes"))
  }

  /// CR NUL is how a CR in a name travels (RFC 2640, section 3.1); whether that is all there is.
  private func isPaddedReturn(_ line: ArraySlice<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in line {
      if byte == 0x0A || (previous == 0x0D && byte != 0) { return false }
      previous = byte
    }
    return previous != 0x0D
  }

  private func isUTF8(_ line: ArraySlice<UInt8>) -> Bool { String(validating: line, as: UTF8.self) != nil }
}

extension Array<UInt8> {
  fileprivate func ends(with suffix: [UInt8]) -> Bool { self.suffix(suffix.count).elementsEqual(suffix) }
}
