internal import Foundation
internal import Headroom

/// One filter for people, with an expression to start from.
struct FilterText {
  private let entry: FilterEntry

  init(_ entry: FilterEntry) { self.entry = entry }

  var text: String {
    let heading = "\(entry.name) (\(entry.displayName))"
    let categories = entry.categories.map(FilterReport.shortName).sorted().joined(separator: ", ")
    let images = entry.imageKeys.map { "  \($0)  a picture" }
    let inputs = entry.inputs.map { "  \($0.key) or \($0.name)  \(facts($0))" }
    let hdr = entry.isHDR ? "keeps values above 1 and below 0" : "works on 0 to 1"
    return
      ([heading, "  " + entry.documentation.replacing("\n", with: "\n  "), "  \(categories)", "  \(hdr)", "inputs"]
      + images + inputs).joined(separator: "\n")
  }

  private func facts(_ input: InputDescription) -> String {
    var facts = [input.attributeClass]
    if let value = input.defaultValue.keyed { facts.append("default \(value)") }
    if input.minimum != nil || input.maximum != nil {
      let low = input.minimum.map { ShortNumber.text($0) } ?? ""
      let high = input.maximum.map { ShortNumber.text($0) } ?? ""
      facts.append("from \(low) to \(high)")
    }
    if let identity = input.identity?.keyed { facts.append("neutral \(identity)") }
    if let unit = input.unit { facts.append("in \(unit.rawValue)") }
    return facts.joined(separator: ", ") + (input.documentation.isEmpty ? "" : "; \(input.documentation)")
  }
}
