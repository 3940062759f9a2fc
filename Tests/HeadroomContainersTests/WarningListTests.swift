import HeadroomContainers
import Testing

@Suite struct WarningListTests {
  @Test func `what differs in numbers and quotations only is said once`() {
    let list = WarningList(
      (0..<50).map { "tEXt: a keyword has no end (offset 0x\(String(40 + 7 * $0, radix: 16)))" } + [
        "item 3 'hvc1': a second nclx is ignored", "item 44 'av01': a second nclx is ignored", "IEND is missing",
      ])
    #expect(
      list.texts == [
        "tEXt: a keyword has no end (offset 0x28) (and 49 more like it)",
        "item 3 'hvc1': a second nclx is ignored (and 1 more like it)", "IEND is missing",
      ])
  }

  @Test func `words are not numbers, and apostrophes in them quote nothing`() {
    let texts = ["the base's colour is cut", "the base's depth is cut", "feed", "fed"]
    #expect(WarningList(texts).texts == texts)
  }

  @Test func `very many kinds are counted`() {
    let texts = (0..<100).map { String(repeating: "g", count: $0 + 1) }
    let found = WarningList(texts).texts
    #expect(found.count == WarningList.mostKinds + 1)
    #expect(found.last == "and \(100 - WarningList.mostKinds) more")
  }
}
