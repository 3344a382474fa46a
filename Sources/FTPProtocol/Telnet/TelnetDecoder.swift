/// Separates Telnet from text on a server's side, byte by byte, and returns refusals of options.
///
///     var decoder = TelnetDecoder()
///     let (text, events) = decoder.decode(bytes)
///     for case .negotiation(_, _, let refusal) in events { send(refusal) }
///
/// No option is ever accepted (RFC 1123, section 4.1.2.12). CR NUL is unchanged, because the line must be
/// found before CR NUL can become CR.
package struct TelnetDecoder: Hashable, Sendable {
  /// The result of one byte.
  package enum Step: Hashable, Sendable {
    /// Nothing yet.
    case pending
    /// A byte of text.
    case text(UInt8)
    /// An IAC that was followed by no command but by this byte.
    case unescaped(UInt8)
    /// A Telnet command.
    case event(TelnetEvent)
  }

  private enum State: Hashable {
    case text, command, option(UInt8), content, contentCommand
  }

  /// The most bytes of a subnegotiation that are kept; a longer one is cut, and text begins again.
  package static let subnegotiationLimit = 256

  private var state = State.text
  private var content: [UInt8] = []

  /// Makes a decoder at the beginning of a connection.
  package init() {}

  /// True between two sequences.
  package var isInText: Bool { state == .text }

  /// Takes in one byte.
  package mutating func feed(_ byte: UInt8) -> Step {
    switch state {
    case .text:
      guard byte == Telnet.iac else { return .text(byte) }
      state = .command
      return .pending
    case .command:
      return command(byte)
    case .option(let command):
      state = .text
      let refusal: [UInt8] =
        switch command {
        case Telnet.will: [Telnet.iac, Telnet.dont, byte]
        case Telnet.do: [Telnet.iac, Telnet.wont, byte]
        default: []
        }
      return .event(.negotiation(command: command, option: byte, refusal: refusal))
    case .content:
      guard byte != Telnet.iac else {
        state = .contentCommand
        return .pending
      }
      return keep(byte)
    case .contentCommand:
      guard byte == Telnet.subnegotiationEnd else {
        state = .content
        return keep(byte)
      }
      return endContent()
    }
  }

  /// Takes in bytes and gives the text and the events in them, each in order; an IAC that begins no sequence
  /// is text.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> (text: [UInt8], events: [TelnetEvent]) {
    var text: [UInt8] = []
    var events: [TelnetEvent] = []
    for byte in bytes {
      switch feed(byte) {
      case .pending: ()
      case .text(let byte): text.append(byte)
      case .unescaped(let byte): text += [Telnet.iac, byte]
      case .event(let event): events.append(event)
      }
    }
    return (text, events)
  }

  private mutating func command(_ byte: UInt8) -> Step {
    state = .text
    switch byte {
    case Telnet.iac: return .text(byte)
    case Telnet.will...Telnet.dont:
      state = .option(byte)
      return .pending
    case Telnet.subnegotiation:
      state = .content
      content = []
      return .pending
    case Telnet.interrupt: return .event(.interruptProcess)
    case Telnet.dataMark: return .event(.dataMark)
    case Telnet.areYouThere: return .event(.areYouThere)
    case Telnet.subnegotiationEnd...: return .event(.command(byte))
    default: return .unescaped(byte)
    }
  }

  private mutating func keep(_ byte: UInt8) -> Step {
    content.append(byte)
    return content.count < TelnetDecoder.subnegotiationLimit ? .pending : endContent()
  }

  private mutating func endContent() -> Step {
    state = .text
    defer { content = [] }
    return .event(.subnegotiation(content))
  }
}

/// What a Telnet peer sends other than text.
public enum TelnetEvent: Hashable, Sendable {
  /// IAC IP: stop the current action; ABOR follows.
  case interruptProcess
  /// IAC DM: the end of a Synch.
  case dataMark
  /// IAC AYT: the peer asks for a sign of life.
  case areYouThere
  /// WILL, WONT, DO or DONT with an option, and the bytes that refuse it: empty for WONT and DONT, which
  /// need no answer.
  case negotiation(command: UInt8, option: UInt8, refusal: [UInt8])
  /// IAC SB to IAC SE: the content in between.
  case subnegotiation([UInt8])
  /// Any other command, such as NOP or GA, which requires nothing.
  case command(UInt8)
}
