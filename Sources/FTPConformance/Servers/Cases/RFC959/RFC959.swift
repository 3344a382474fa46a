/// RFC 959: the protocol, section by section.
enum RFC959 {
  static let cases: [ServerCase] = [
    RFC959Section3_1.cases,
    RFC959Section3_1Contents.cases,
    RFC959Section3_2.cases,
    RFC959Section3_4.cases,
    RFC959Section4_1_1Logins.cases,
    RFC959Section4_1_1Directories.cases,
    RFC959Section4_1_1Ends.cases,
    RFC959Section4_1_2.cases,
    RFC959Section4_1Neighbours.cases,
    RFC959Section4_1_3Files.cases,
    RFC959Section4_1_3Storing.cases,
    RFC959Section4_1_3Names.cases,
    RFC959Section4_1_3Trees.cases,
    RFC959Section4_1_3Aborting.cases,
    RFC959Section4_1_3Cut.cases,
    RFC959Section4_1_3Listing.cases,
    RFC959Section4_1_3Information.cases,
    RFC959Section4_2.cases,
    RFC959Section4_2Lines.cases,
    RFC959Section5.cases,
    RFC959Section5_4.cases,
    RFC959Section6.cases,
    RFC959EveryTransfer.cases,
    RFC959AppendixII.cases,
  ].flatMap(\.self)
}
