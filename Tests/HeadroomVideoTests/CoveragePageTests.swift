import HeadroomTestSupport
import Testing

/// What Documentation/VideoCoverage.md says is there or not, against the sources.
@Suite("The page of AVFoundation's members")
struct CoveragePageTests {
  private let page: CoveragePage
  private let declared: PublicDeclarations

  init() throws {
    page = try CoveragePage()
    declared = try PublicDeclarations(of: "HeadroomVideo")
  }

  /// Comes with protocols of Swift's.
  private static let unsaid: Set = ["hash(into:)", "description", "debugDescription", "makeIterator()"]

  private func isDeclared(_ name: String, of type: String) -> Bool {
    declared.names.contains("\(type).\(name)") || declared.names.contains(name)
  }

  @Test("lists as present what is declared")
  func present() {
    #expect(page.types.count > 50)
    for (type, entry) in page.types {
      #expect(declared.names.contains(type), "\(type)")
      for name in entry.present + entry.own { #expect(isDeclared(name, of: type), "\(type).\(name)") }
    }
  }

  @Test("lists as absent what is not declared, with a reason")
  func absent() {
    #expect(page.types.contains { !$0.entry.absent.isEmpty })
    for (type, entry) in page.types {
      for name in entry.absent { #expect(!isDeclared(name, of: type), "\(type).\(name)") }
      for reason in entry.reasons { #expect(reason.count > 5, "\(type): \(entry.absent)") }
    }
  }

  @Test("leaves out no member of the types that it has")
  func complete() {
    for (type, entry) in page.types {
      let said = Set(entry.present + entry.own)
      let left = declared.members(of: type).subtracting(said).subtracting(Self.unsaid)
      #expect(left.isEmpty, "\(type): \(left.sorted())")
    }
  }

  @Test("leaves out no function of Core Media, and says nothing twice")
  func functions() {
    let said = page.types.flatMap { $0.entry.present }
    let functions = declared.names.filter { $0.hasPrefix("CM") && !$0.prefix { $0 != "(" }.contains(".") }
      .filter { $0.contains("(") }
    #expect(functions.count > 50)
    #expect(functions.subtracting(said).isEmpty)
    for (type, entry) in page.types {
      let all = entry.present + entry.own + entry.absent
      #expect(Set(all).count == all.count, "\(type)")
    }
  }
}
