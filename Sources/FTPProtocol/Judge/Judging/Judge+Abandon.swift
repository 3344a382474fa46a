extension Judge {
  /// Takes the caller's word that the reply to a command will not come: it was waited for long enough.
  ///
  /// `ordinal` is ``Judgement/ordinal`` of the command. A reply that comes all the same answers the command behind
  /// it, or nothing. Nothing happens where the command has had its final reply.
  @discardableResult
  public mutating func abandon(_ ordinal: Int) -> Judgement {
    var judgement = Judgement()
    guard let index = queue.firstIndex(where: { $0.ordinal == ordinal }) else { return judgement }
    let entry = queue.remove(at: index)
    judgement.command = entry.command
    judgement.ordinal = ordinal
    if transfer?.ordinal == ordinal { transfer = nil }
    updateState()
    let requirement: RequirementID =
      entry.role == .abort ? "959:4.1.3:abor-426-226" : "959:4.2:every-command-answered"
    judgement.add(
      requirement, by: .server, expected: "a reply to \(entry.command.printable)",
      received: "none within the time allowed")
    return judgement
  }
}
