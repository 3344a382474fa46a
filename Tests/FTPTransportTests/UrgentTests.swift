import TestSupport
import Testing

@Suite("Urgent data marks a byte of the stream, as the Telnet Synch needs it")
struct UrgentTests {
  @Test("Out of band", arguments: Loopback.allCases)
  func outOfBand(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      #expect(server.readUrgent() == nil)
      try client.write([0xFF, 0xF4])
      try client.writeUrgent([0xF2])
      try client.write("ABOR\r\n".bytes)
      #expect(try server.wait(for: .urgent, deadline: .test).contains(.urgent))
      #expect(server.readUrgent() == 0xF2)
      // The stream contains the bytes before and after the urgent byte, and a read stops at the mark.
      var bytes: [UInt8] = []
      #expect(server.isAtUrgentMark == false)
      #expect(try server.read(appendingTo: &bytes, deadline: .test) == 2)
      #expect(server.isAtUrgentMark == true)
      bytes += try server.readBytes(6)
      #expect(bytes == [0xFF, 0xF4] + "ABOR\r\n".bytes)
    }
  }

  @Test("In line", arguments: Loopback.allCases)
  func inLine(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      server.setUrgentInline(true)
      try client.writeUrgent([0xFF, 0xF4, 0xFF, 0xF2])
      try client.write("ABOR\r\n".bytes)
      #expect(try server.wait(for: .urgent, deadline: .test).contains(.urgent))
      var bytes: [UInt8] = []
      #expect(try server.read(appendingTo: &bytes, deadline: .test) == 3)
      #expect(server.isAtUrgentMark == true)
      bytes += try server.readBytes(7)
      #expect(bytes == [0xFF, 0xF4, 0xFF, 0xF2] + "ABOR\r\n".bytes)
    }
  }
}
