@testable import ftpraw

/// In these tests the name means the program's own type rather than that of Swift Testing.
typealias ExitStatus = ftpraw.ExitStatus
