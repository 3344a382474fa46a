import FTPRequirements
import FTPText

extension HTMLPage {
  /// A description of the keys; hidden until the script handles them.
  static func keys(_ stop: String, copies: Bool = true) -> HTML {
    let copying: HTML = copies ? ", <kbd>c</kbd> copies its command" : ""
    return """
      <p class="keys" hidden><kbd>n</kbd> or <kbd>j</kbd> next \(stop), <kbd>p</kbd> or <kbd>k</kbd> previous, \
      <kbd>/</kbd> filter\(copying) <output id="place"></output></p>

      """
  }

  /// A command, and a button that copies it.
  static func command(_ text: String) -> HTML {
    """
    <div class="again"><pre data-copied>\(text)</pre><button type="button" class="copy" hidden>Copy</button></div>

    """
  }

  /// The id of a requirement, as a link to its section if that is on the web.
  static func requirement(_ id: String) -> HTML {
    let name: HTML = "<code class=\"id\">\(id)</code>"
    guard let link = RequirementCatalogue.requirement(id: id)?.link else { return name }
    return "<a href=\"\(link)\">\(name)</a>"
  }
}

extension HTML {
  /// Text in which each word that is an id is a link; `target` returns its target, or nil for any other word.
  static func linking(_ text: String, _ target: (String) -> String?) -> HTML {
    HTML(
      text.split(separator: " ", omittingEmptySubsequences: false).enumerated().map { index, word in
        let space: HTML = index == 0 ? "" : " "
        let end = word.lastIndex { !",;:.)".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
        let start = word.firstIndex { $0 != "(" } ?? word.startIndex
        guard start < end, let link = target(String(word[start..<end])) else { return "\(space)\(word)" }
        return "\(space)\(word[..<start])<a href=\"\(link)\">\(word[start..<end])</a>\(word[end...])"
      })
  }
}
