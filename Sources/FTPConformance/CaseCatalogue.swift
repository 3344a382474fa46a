/// All the cases there are.
///
/// ```swift
/// for entry in CaseCatalogue.all { print(entry.id, entry.title) }
/// ```
public enum CaseCatalogue {
  /// The cases in the order of the texts, which is the order of every report.
  public static let all: [ConformanceCase] = [
    RFC775Section1.cases,
    RFC854NVT.cases,
    RFC959Section3_1_1.cases,
    RFC959Section3_1_2.cases,
    RFC959Section3_2.cases,
    RFC959Section3_4.cases,
    RFC959Section4_1_1.cases,
    RFC959Section4_1_1Logins.cases,
    RFC959Section4_1_1Directories.cases,
    RFC959Section4_1_1Ends.cases,
    RFC959Section4_1_2.cases,
    RFC959Section4_1_3Files.cases,
    RFC959Section4_1_3Storing.cases,
    RFC959Section4_1_3Names.cases,
    RFC959Section4_1_3Aborting.cases,
    RFC959Section4_1_3Listing.cases,
    RFC959Section4_1_3Information.cases,
    RFC959Section4_2.cases,
    RFC959Section4_2Codes.cases,
    RFC959Section5_1.cases,
    RFC959Section5_2.cases,
    RFC959Section5_3.cases,
    RFC959Section5_4.cases,
    RFC959Section5_4Codes.cases,
    RFC959Section6.cases,
    RFC959Watched.cases,
    RFC959AppendixII.cases,
    RFC1123Section4_1_2_1.cases,
    RFC1123Section4_1_2_2.cases,
    RFC1123Section4_1_2_3.cases,
    RFC1123Section4_1_2_4.cases,
    RFC1123Section4_1_2_6.cases,
    RFC1123Section4_1_2_7.cases,
    RFC1123Section4_1_2_9.cases,
    RFC1123Section4_1_2_10.cases,
    RFC1123Section4_1_2_11.cases,
    RFC1123Section4_1_2_12.cases,
    RFC1123Section4_1_2_13.cases,
    RFC1123Section4_1_3_1.cases,
    RFC1123Section4_1_3_4.cases,
    RFC1635Section3.cases,
    RFC1639.cases,
    RFC2228.cases,
    RFC2389Section3_2.cases,
    RFC2389Section4.cases,
    RFC2428Section3.cases,
    RFC2428Section2.cases,
    RFC2428Section3Arguments.cases,
    RFC2577Section3.cases,
    RFC2577Section4.cases,
    RFC2577Section5.cases,
    RFC2577Section7.cases,
    RFC2577Section8.cases,
    RFC2577Section9.cases,
    RFC2640Section3.cases,
    RFC2640Section4.cases,
    RFC3659.cases,
    RFC4217.cases,
    RFC5797.cases,
    RFC7151.cases,
  ].flatMap(\.self)

  /// The case with this id.
  public static func entry(_ id: CaseID) -> ConformanceCase? { byID[id] }

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
