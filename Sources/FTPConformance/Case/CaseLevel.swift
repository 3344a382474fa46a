import FTPRequirements

/// How much it matters that a case is not passed: the strength of the requirement that it is about.
public typealias CaseLevel = Requirement.Level
