import FTPRequirements

/// How serious it is to fail a case: the level of the requirement that it tests.
public typealias CaseLevel = Requirement.Level

extension Requirement.Level: Codable {}
