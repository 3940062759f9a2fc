internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImageIO

/// The answers about the library and the viewer itself. None of them reads a file.
struct LibraryAnswers {
  let services: ViewerServices
  let request: ViewerRequest

  /// The viewer's capabilities.
  func session(version: String, isLive: Bool) -> ViewerResponse {
    ViewerResponse([
      "schema": 1, "version": .string(version), "files": .integer(services.library.count),
      "generation": .integer(services.library.generation),
      "formats": .array(ExportFormat.written.map { .string($0.rawValue) }),
      "operators": .array(ToneMapOperator.allCases.map { .string($0.rawValue) }), "live": .bool(isLive),
    ])
  }

  func files() throws -> ViewerResponse {
    let offset = try request.query.integer("offset", in: 0...Int(Int32.max), default: 0)
    let limit = try request.query.integer("limit", in: 1...2000, default: 500)
    let page = services.library.page(offset: offset, limit: limit)
    return ViewerResponse([
      "schema": 1, "generation": .integer(page.generation), "total": .integer(page.total),
      "files": .array(page.entries.map(\.json)),
    ])
  }

  /// Accepts the uploaded bytes if they start like a picture. They are read only when the picture is shown.
  func upload() throws -> ViewerResponse {
    let name = request.query["name"].map { String($0.prefix(255)) } ?? "picture"
    guard !request.body.isEmpty else { throw ViewerError.badRequest("there are no bytes") }
    let bytes = FileBytes(request.body)
    do throws(ImageIOError) { _ = try ImageFormats.recognize(bytes) } catch { throw ViewerError(error, file: name) }
    let entry = try services.library.add(bytes, name: name)
    return ViewerResponse(["schema": 1, "id": .string(entry.id), "v": .string(entry.version)])
  }
}

extension LibraryAnswers {
  /// The filters and their inputs, as the command lists them.
  func filters() -> ViewerResponse { ViewerResponse("application/json", Array(services.reports.filters.utf8)) }

  /// Accepts a `.cube` file for use by the page's filters.
  func addTable() throws -> ViewerResponse {
    let name = String((request.query["name"] ?? "").prefix(255))
    guard !name.isEmpty else { throw ViewerError.badRequest("a table has a name") }
    try services.tables.add(request.body, name: name)
    return ViewerResponse(["schema": 1, "name": .string(name)])
  }
}

extension LibraryEntry {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "v": .string(version), "name": .string(name), "folder": .string(folder),
      "bytes": .integer(byteCount), "modified": .string(modifiedText),
    ]
  }
}
