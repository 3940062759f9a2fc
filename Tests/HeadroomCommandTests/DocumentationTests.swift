import Foundation
import HeadroomTestSupport
import Testing

/// The pages, as a reader tries them: line by line, in one folder.
@Suite struct DocumentationTests {
  private static let pages = ["README.md", "Examples/README.md"] + ["Documentation", Guides.folder].flatMap(documents)

  private static func documents(_ folder: String) -> [String] {
    let path = TestData.packageRoot.appending(path: folder).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func lines(of page: String) -> [String] {
    PrintedCommands.lines(of: page, beginning: ["headroom", "find", "seq", "echo"])
  }

  @Test(arguments: pages.filter { !lines(of: $0).isEmpty })
  func `All command lines of a page run one after the other`(_ page: String) throws {
    let scratch = try PrintedCommands.pictures()
    try prepare(scratch)
    let lines = Self.lines(of: page)
    if lines.contains(where: { $0.hasPrefix("headroom video ") }) {
      let project = try #require(PrintedCommands.projects(of: "Documentation/Video.md").first)
      try PrintedCommands.films(scratch, project: project)
    }
    for line in lines {
      // In the way of every other line that names all pictures.
      let odd = line.contains("-odd-name.jpg") ? scratch.file("-odd-name.jpg") : nil
      if let odd { try FileManager.default.copyItem(at: scratch.file("photo.jpg"), to: odd) }
      defer { if let odd { try? FileManager.default.removeItem(at: odd) } }
      let result = try PrintedCommands.run(line, in: scratch.folder)
      #expect(result.status == 0, "\(line): \(result.errors)")
    }
  }

  /// What single lines need beside a reader's pictures.
  private func prepare(_ scratch: Scratch) throws {
    let recipe = try #require(Self.recipes.first)
    try Data(recipe.utf8).write(to: scratch.file("recipe.json"))
    let plan = try #require(PrintedCommands.blocks(of: "Documentation/Batch.md").first)
    try Data(plan.utf8).write(to: scratch.file("plan.json"))
    try Data(#"{"schema": 1, "resize": "50%"}"#.utf8).write(to: scratch.file("job.json"))
    let key = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out chain.pem"
    _ = try Shell.run(key, in: scratch.folder)
  }

  /// The blocks of JSON in the page on recipes that are whole recipes.
  private static var recipes: [String] {
    PrintedCommands.blocks(of: "Documentation/Recipes.md").filter { $0.contains("\"schema\"") }
  }

  @Test(arguments: recipes)
  func `Every recipe of the pages renders`(_ recipe: String) throws {
    let scratch = try PrintedCommands.pictures()
    try Data(recipe.utf8).write(to: scratch.file("recipe.json"))
    let line = "headroom render recipe.json --output made.jpg --input photo=photo.jpg"
    let result = try PrintedCommands.run(line, in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    let size = try Headroom.run("info", "--json", "made.jpg", in: scratch.folder).object()
    #expect(size["width"] as? Int == 128)
  }

  @Test func `There are pages and lines to run`() {
    #expect(Self.pages.filter { !Self.lines(of: $0).isEmpty }.count >= 6)
    #expect(Self.lines(of: "README.md").count >= 5)
    #expect(Self.lines(of: "Documentation/Commands.md").count > 40)
    #expect(Self.recipes.count >= 2)
  }
}
