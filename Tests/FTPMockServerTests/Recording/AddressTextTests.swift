import FTPProtocol
import Testing

@testable import FTPRecording

@Suite("An address is replaced in place, and nothing else changes")
struct AddressTextTests {
  private static let new4 = DataAddress(host: IPAddress("127.0.0.9"), port: 40_961)
  private static let new6 = DataAddress(host: IPAddress("::9"), port: 40_961)

  private static let replies: [(String, DataAddress, String?)] = [
    (
      "227 Entering Passive Mode (10,1,2,3,195,81).\r\n", new4,
      "227 Entering Passive Mode (127,0,0,9,160,1).\r\n"
    ),
    ("227 at 10, 1,2 ,3,195,81 go\n", new4, "227 at 127,0,0,9,160,1 go\n"),
    ("227-7 words, 10\r\n227 =010,001,2,3,195,81\r\n", new4, "227-7 words, 10\r\n227 =127,0,0,9,160,1\r\n"),
    ("227 (10,1,2,3,195,81)\r\n", new6, nil),
    ("229 Extended Passive (|||50001|)\r\n", new4, "229 Extended Passive (|||40961|)\r\n"),
    ("229 Port 50001: (!!!50001!)\r\n", new4, "229 Port 50001: (!!!40961!)\r\n"),
    ("229 (|||50001|)\r\n", new6, "229 (|||40961|)\r\n"),
    ("229 (|1|10.1.2.3|50001|)\r\n", new4, "229 (|1|127.0.0.9|40961|)\r\n"),
    ("228 Long (4,4,10,1,2,3,2,195,81)\r\n", new4, "228 Long (4,4,127,0,0,9,2,160,1)\r\n"),
    (
      "228 Long (4,4,10,1,2,3,2,195,81)\r\n", new6,
      "228 Long (6,16,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9,2,160,1)\r\n"
    ),
  ]

  @Test(arguments: replies)
  func inReplies(text: String, new: DataAddress, expected: String?) throws {
    var parser = ReplyParser()
    parser.append(Array(text.utf8))
    let reply = try #require(try parser.next())
    let announced = try AnnouncedAddress(reply, askedFor: .hostPort)
    let replaced = AddressText.replacing(
      announced.address, in: reply.bytes, form: announced.form, with: new, isReply: true)
    #expect(replaced.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  private static let commands: [(String, DataAddress, String?)] = [
    ("PORT 10,1,2,3,195,81\r\n", new4, "PORT 127,0,0,9,160,1\r\n"),
    ("port 10,1,2,3,195,81\n", new4, "port 127,0,0,9,160,1\n"),
    ("PORT 10,1,2,3,195,81 \r\n", new4, "PORT 127,0,0,9,160,1 \r\n"),
    ("PORT 10,1,2,3,195,81\r\n", new6, nil),
    ("EPRT |1|10.1.2.3|50001|\r\n", new4, "EPRT |1|127.0.0.9|40961|\r\n"),
    ("eprt  !1!10.1.2.3!50001!\r\n", new6, "eprt  |2|::9|40961|\r\n"),
    ("LPRT 4,4,10,1,2,3,2,195,81\r\n", new4, "LPRT 4,4,127,0,0,9,2,160,1\r\n"),
  ]

  @Test(arguments: commands)
  func inCommands(line: String, new: DataAddress, expected: String?) throws {
    let command = try #require(Command(parsing: line))
    let form = try #require(AddressForm(verb: command.verb))
    let address = try form.read(argument: command.argument ?? [], .lenient).value
    let replaced = AddressText.replacing(
      address, in: Array(line.utf8), form: form, with: new, isReply: false)
    #expect(replaced.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
