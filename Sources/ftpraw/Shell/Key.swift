/// A key, or a chord, that means something while a line is edited.
enum Key: Hashable, Sendable {
  /// A byte of text.
  case text(UInt8)
  case left, right, home, end, up, down
  case backspace, delete
  /// ^K: delete to the end of the line.
  case killToEnd
  /// ^U: delete to the start of the line.
  case killToStart
  /// ^W: delete the word before the cursor.
  case killWord
  /// ^L: draw the screen again.
  case redraw
  /// Tab: complete the word before the cursor.
  case complete
  /// ^R: look for a line typed before.
  case search
  /// ^G: end the search.
  case leave
  case enter
  /// ^C.
  case interrupt
  /// ^D.
  case endOfInput
}

/// Reads keys out of the bytes that a terminal in raw mode sends.
struct KeyDecoder {
  private enum Place {
    case text, escape, sequence
  }

  private var place = Place.text
  private var parameter: UInt8 = 0

  /// Takes a byte and gives the key that it completes, if it completes one that means something.
  mutating func take(_ byte: UInt8) -> Key? {
    switch place {
    case .text: return key(byte)
    case .escape:
      place = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .text
      parameter = 0
      return nil
    case .sequence:
      // Parameters and intermediates of a control sequence; anything from 0x40 up ends it (ECMA-48, 5.4).
      guard byte >= 0x40 else {
        if parameter == 0 { parameter = byte }
        return nil
      }
      place = .text
      return sequenceKey(byte)
    }
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1B:
      place = .escape
      return nil
    case 0x01: return .home
    case 0x02: return .left
    case 0x03: return .interrupt
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x06: return .right
    case 0x07: return .leave
    case 0x08, 0x7F: return .backspace
    case 0x09: return .complete
    case 0x0A, 0x0D: return .enter
    case 0x0B: return .killToEnd
    case 0x0C: return .redraw
    case 0x0E: return .down
    case 0x10: return .up
    case 0x12: return .search
    case 0x15: return .killToStart
    case 0x17: return .killWord
    case 0x20...0xFF: return .text(byte)
    default: return nil
    }
  }

  private func sequenceKey(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch parameter {
      case UInt8(ascii: "1"), UInt8(ascii: "7"): return .home
      case UInt8(ascii: "3"): return .delete
      case UInt8(ascii: "4"), UInt8(ascii: "8"): return .end
      default: return nil
      }
    default: return nil
    }
  }
}
