internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPictures
internal import HeadroomPixels

/// The answers about two files: the shown one with its filters and layer, and another one unchanged.
struct ComparisonAnswers {
  let request: ViewerRequest
  private let services: ViewerServices
  private let first: FileAnswers
  private let second: FileAnswers

  init(_ services: ViewerServices, _ request: ViewerRequest) throws {
    self.services = services
    self.request = request
    func answers(_ name: String, _ query: ViewerQuery) throws -> FileAnswers {
      guard let id = request.query[name], let entry = services.library[id] else { throw ViewerError.notFound }
      do { return try FileAnswers(services, entry, query) } catch { throw ViewerError(error, file: entry.name) }
    }
    first = try answers("a", request.query)
    second = try answers("b", request.query.without("filters", "layerName"))
    guard first.size == second.size else {
      let sizes = [first, second].map { "\($0.size.width)x\($0.size.height)" }
      throw ViewerError.badRequest("pictures of \(sizes[0]) and \(sizes[1]) cannot be compared")
    }
  }

  /// The command's comparison; for pictures without a file (filtered or exposed), the differences of the pixels.
  func summary() throws -> ViewerResponse {
    guard first.isAsStored, try first.exposedStops() == 0, try second.exposedStops() == 0 else {
      return try difference()
    }
    let headroom = request.query["headroom"] == nil ? nil : try request.query.headroom()
    let named = [first, second].map { FileReports.NamedPicture(name: $0.entry.name, picture: $0.file.picture()) }
    let text = try services.reports.comparison(of: named[0], with: named[1], headroom: headroom)
    return ViewerResponse("application/json", Array(text.utf8))
  }

  /// Delta E ITP of each pixel, as a half float; both pictures are reduced first.
  func map() throws -> ViewerResponse {
    let side = try first.side()
    return first.numbers(try DifferenceMap.make(try first.light(side: side), try second.light(side: side)))
  }

  private func difference() throws -> ViewerResponse {
    let side = FileAnswers.largestSide
    let map = try DifferenceMap.make(try first.light(side: side), try second.light(side: side))
    let found = DifferenceMap.summary(of: map)
    return ViewerResponse([
      "schema": 1, "compared": "what is shown", "width": .integer(map.width),
      "height": .integer(map.height),
      "deltaEITP": ["mean": .number(found.mean), "maximum": .number(found.maximum)],
    ])
  }

  func pixel() throws -> ViewerResponse {
    let (a, b) = (try first.pixelFacts(), try second.pixelFacts())
    let white = ReferenceWhite.nits
    return ViewerResponse([
      "schema": 1, "a": a.json, "b": b.json,
      "deltaEITP": .number(DeltaEITP.difference(a.light * white, b.light * white)),
    ])
  }
}
