import FTPFuzzing

// libFuzzer provides the `main` function of this program, and calls the functions in this file.

/// The check that gets the inputs of this process.
nonisolated(unsafe) private var check: FuzzedParser.Check?

/// Selects the parser by the name of the program.
///
/// `PROGRAM --list` prints the parsers with the longest inputs that are worth a run. `PROGRAM --seeds FOLDER FILE...`
/// writes `FOLDER/NAME.dict` and, into the existing folder `FOLDER/NAME/`, the inputs to begin from, taken from the
/// table and the files.
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
  guard let parser = FuzzedParser(named: name) else {
    SeedTool.end(
      "no parser is called '\(name)'; link this program to the name of one of those that --list prints")
  }
  check = parser.makeCheck()
  return 0
}

/// Makes one run.
///
/// A broken oracle ends the process, because libFuzzer looks for crashes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do throws(ParserFault) {
    try check?(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
  } catch {
    fatalError(error.description)
  }
  return 0
}
