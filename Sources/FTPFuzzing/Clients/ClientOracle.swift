/// Something that must hold for a client whatever a server does.
package enum ClientOracle: String, ConversationOracle {
  case crash, report, hang, memory, folder, damage, form, rules

  package var claim: String {
    switch self {
    case .crash: "no signal ends the client"
    case .report: "the client writes no sanitizer report and no panic; a traceback is a hint"
    case .hang: "the client ends in time, since the server keeps no connection open for long"
    case .memory: "the client needs little more memory than with a correct server"
    case .folder: "nothing outside the client's folder changes"
    case .damage:
      "exit status 0 means that the file of --downloads has the bytes that were sent, or that those of {upload} arrived, and that a 2yz reply followed"
    case .form:
      "the client ends with status 0 as in the first run if the server splits the same replies into other lines or segments, or sends them later"
    case .rules:
      "the commands follow the rules; after an error of the server, and for a SHOULD, this is a hint"
    }
  }

  /// Hangs take long to minimize, and many of them have the same cause.
  package var mostKinds: Int { self == .hang ? 3 : .max }
}

package typealias ClientFault = CampaignFault<ClientOracle>
