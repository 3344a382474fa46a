@testable import ftpraw

/// In these tests, the name means the program's type, not that of Swift Testing.
typealias ExitStatus = ftpraw.ExitStatus
