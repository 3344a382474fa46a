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
    RFC959Section4_2.cases,
    RFC959Section4_2Codes.cases,
    RFC959Section5_2.cases,
    RFC959Section5_3.cases,
    RFC959Section5_4.cases,
    RFC959Section5_4Codes.cases,
    RFC959Section6.cases,
    RFC959Watched.cases,
    RFC1123Section4_1_2_6.cases,
    RFC2428Section3.cases,
  ].flatMap(\.self)

  /// The case with this id.
  public static func entry(_ id: CaseID) -> ConformanceCase? { byID[id] }

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
