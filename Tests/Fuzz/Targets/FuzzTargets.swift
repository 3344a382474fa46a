import FTPFuzzing

// libFuzzer brings the `main` of this program, and calls what stands here.

/// What the inputs of this process are given to.
nonisolated(unsafe) private var check: FuzzEntry.Check?

/// Chooses the entry: its name is that of the program.
///
/// As `PROGRAM --list` it prints the entries with the longest inputs that are worth a run, and as `PROGRAM --seeds FOLDER
/// FILE...` it writes `FOLDER/NAME.dict` and the inputs to begin from, out of the table and the files, to `FOLDER/NAME/`, which
/// has to be there.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let words = (0..<Int(argumentCount.pointee)).map { index in
    arguments.pointee[index].map { String(cString: $0) } ?? ""
  }
  if words.count > 1, let tool = SeedTool(words.dropFirst()) { tool.run() }
  let name = words.first?.split(separator: "/").last.map(String.init) ?? ""
  guard let entry = FuzzEntry(named: name) else {
    SeedTool.end(
      "no entry is called '\(name)'; link this program to the name of one of those that --list prints")
  }
  check = entry.makeCheck()
  return 0
}

/// Does one run.
///
/// What does not hold ends the process, for that is what libFuzzer looks for.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do throws(BrokenOracle) {
    try check?(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
  } catch {
    fatalError(error.description)
  }
  return 0
}
