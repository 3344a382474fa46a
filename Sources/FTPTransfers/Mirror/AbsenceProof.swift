import FTPProtocol

/// Makes sure that a directory of the server lacks what its listing lacks, before anything is deleted for that reason.
///
/// A listing has no checksum: nothing shows that a line was lost, or that a letter of a name has changed. So the
/// directory is listed until two listings in a row are the same, which shows what happened on the way; and the server is
/// asked for each missing name alone, which shows what is wrong with the listing itself. One name that the listing has
/// is asked for as well: a server that denies that too does not answer the question.
///
/// What remains is a server whose listings always have the same fault, in facts alone, or in the line of a name that
/// does not exist here. Then nothing that the server has is deleted either.
struct AbsenceProof {
  /// Lists the directory.
  let list: () async throws -> FTPListing
  /// Whether the server has a name, asked for alone; nil if it does not say.
  let has: ([UInt8]) async throws -> Bool?
  /// The names from a second kind of listing; nil if there is none.
  let names: () async throws -> Set<[UInt8]>?

  /// How often the directory is listed again at most.
  private static let repetitions = 3

  /// The listing that counts, in doubt unless the server lacks everything that `missing` finds with it.
  func proved(
    _ first: FTPListing, lacking missing: (FTPListing) -> [[UInt8]]
  ) async throws -> FTPListing {
    guard first.doubt == nil, !missing(first).isEmpty else { return first }
    guard var listing = try await settled(first) else {
      return first.suspected("its listing differs each time")
    }
    let absent = missing(listing)
    guard listing.doubt == nil, !absent.isEmpty, let witness = listing.witness else { return listing }
    if let joined = listing.joinedName {
      listing.suspect("the name \(Escaping.ascii(joined, limit: 60)) may be two lines of its listing")
      return listing
    }
    let isAnswered = try await has(witness) ?? false
    let others = isAnswered ? nil : try await names()
    guard isAnswered || others?.contains(witness) ?? false else {
      return listing.suspected(
        "the server does not confirm \(Escaping.ascii(witness)), which its listing has")
    }
    for name in absent {
      let exists = if let others { others.contains(name) } else { try await has(name) ?? true }
      if exists {
        return listing.suspected("its listing lacks \(Escaping.ascii(name)), which the server has")
      }
    }
    return listing
  }

  /// The first listing that is the same twice in a row; nil if none is.
  private func settled(_ first: FTPListing) async throws -> FTPListing? {
    var last = first
    for _ in 0..<Self.repetitions {
      let next = try await list()
      if next.isSame(as: last) { return next }
      last = next
    }
    return nil
  }
}

extension FTPListing {
  /// Whether another listing says the same, in any order.
  fileprivate func isSame(as other: FTPListing) -> Bool {
    doubt == other.doubt && entries.count == other.entries.count && Set(entries) == Set(other.entries)
  }

  /// A name that the server must have, if possible that of a file.
  fileprivate var witness: [UInt8]? {
    (entries.first { $0.kind == .file } ?? entries.first(where: \.isDirectory) ?? entries.first)?.name
  }

  /// A name that ends with another line of the listing, as if the line end between them was lost.
  fileprivate var joinedName: [UInt8]? {
    entries.first { entry in
      guard verb == .list else { return FactList.holdsEntry(entry.name) }
      return recognition.map { $0.form.holdsEntry(entry.name) } ?? false
    }?.name
  }

  fileprivate func suspected(_ reason: String) -> FTPListing {
    var listing = self
    listing.suspect(reason)
    return listing
  }
}
