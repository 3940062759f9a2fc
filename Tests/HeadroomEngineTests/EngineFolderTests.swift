import HeadroomTestSupport
import Testing

/// What may know what: recipes know no plan, plans no executor, and none of them a file.
@Suite("Folders of the engine")
struct EngineFolderTests {
  private static let module = "HeadroomEngine"
  /// Lowest first.
  private static let order = FolderOrder(
    module, ["Recipe", "Planner", "Render", "Reference", "Windows", "Resampling"])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }

  @Test("recipes and plans hold no pointers", arguments: ["Recipe", "Planner"])
  func pointers(_ folder: String) throws {
    for file in try SourceFolder(Self.module, folder).files {
      let pointers = file.words.filter { $0.hasPrefix("Unsafe") || $0 == "RowPointers" }
      #expect(pointers.isEmpty, "\(file.name): \(pointers)")
    }
  }

  /// Modules that hold numbers, rows and geometry, and the containers' few.
  private static let below: Set<Substring> = [
    "Foundation", "Synchronization", "CHeadroomMath", "HeadroomColor", "HeadroomPixels", "HeadroomGraphics",
    "HeadroomContainers",
  ]

  @Test("import no module that knows a file or an image")
  func imports() throws {
    for file in try SourceFolder(Self.module).files {
      #expect(file.imports.isSubset(of: Self.below), "\(file.name): \(file.imports.subtracting(Self.below))")
    }
  }

  @Test("of containers name the errors, JSON values and the parser of cubes alone")
  func containers() throws {
    let known: Set<Substring> = ["ImageIOError", "JSONValue", "CubeFile", "CubeFileError"]
    let containers = try SourceFolder("HeadroomContainers").types.subtracting(known)
    for file in try SourceFolder(Self.module).files where file.imports.contains("HeadroomContainers") {
      let found = file.words.intersection(containers)
      #expect(found.isEmpty, "\(file.name): \(found.sorted())")
    }
  }

  @Test("name nothing of Apple's graphics but geometry")
  func graphics() throws {
    let geometry: Set<Substring> = ["CGAffineTransform"]
    let graphics = try SourceFolder("HeadroomGraphics").types.filter { $0.hasPrefix("CG") || $0.hasPrefix("CV") }
      .subtracting(geometry)
    for file in try SourceFolder(Self.module).files {
      let found = file.words.intersection(graphics)
      #expect(found.isEmpty, "\(file.name): \(found.sorted())")
    }
  }
}
