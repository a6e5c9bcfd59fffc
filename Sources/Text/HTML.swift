/// HTML of plain text: the one door through which a label, a name or a sentence comes into a page.
package enum HTML {
  /// The text, shown as it is, between tags or in a quoted attribute; control characters are written out.
  package static func text(_ text: String) -> String {
    var escaped = ""
    for character in text.printable {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// An element whose content is HTML already; the values of its attributes are text.
  package static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String
  ) -> String {
    let list = attributes.map { " \($0)=\"\(text($1))\"" }.joined()
    return "<\(name)\(list)>\(content)</\(name)>"
  }

  /// A list of texts; nothing without any.
  package static func list(_ items: [String]) -> String {
    items.isEmpty ? "" : element("ul", items.map { element("li", text($0)) }.joined(separator: "\n")) + "\n"
  }

  /// A table, of which a column that aligns left holds words; it scrolls by itself where a page is narrow.
  package static func table(_ table: TextTable, caption: String) -> String {
    let heads = table.columns.map { column in
      element("th", ["scope": "col", "class": column.alignsLeft ? "word" : "number"], text(column.title))
    }
    let rows = (0..<(table.columns.first?.cells.count ?? 0)).map { row in
      let cells = table.columns.enumerated().map { index, column in
        let content = text(String(column.cells[row].drop { $0 == " " }))
        let notable = column.isNotable?(row) == true ? " notable" : ""
        return index == 0
          ? element("th", ["scope": "row"], content)
          : element("td", ["class": (column.alignsLeft ? "word" : "number") + notable], content)
      }
      return element("tr", cells.joined())
    }
    return scrolling(
      caption,
      element(
        "table",
        element("caption", text(caption)) + element("thead", element("tr", heads.joined()))
          + element("tbody", rows.joined(separator: "\n"))))
  }

  /// What may be wider than the page, in a region of its own that the keyboard reaches.
  package static func scrolling(_ name: String, _ content: String) -> String {
    element("div", ["class": "scroll", "role": "region", "aria-label": name, "tabindex": "0"], content) + "\n"
  }

  /// JSON as data of a page, which no text in it can end.
  package static func data(_ json: String, id: String) -> String {
    "<script type=\"application/json\" id=\"\(text(id))\">\(json.replacing("<", with: "\\u003c"))</script>\n"
  }
}

extension HTML {
  /// An element without attributes.
  package static func element(_ name: String, _ content: String) -> String { element(name, [:], content) }
}
