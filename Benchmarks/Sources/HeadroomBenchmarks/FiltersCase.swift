import Foundation
import Headroom

/// Every filter on 12 megapixels of float RGBA in memory with default parameters, or those at which other libraries have the same
/// operation, beside one copy of that memory and those libraries.
struct FiltersCase {
  let rounds: Int
  /// All, where none are named.
  var names: Set<String> = []
  let scratch: URL

  private static let (width, height) = (4000, 3000)

  private struct Row {
    var name: String
    var own: [Double] = []
    var copies: [Double] = []
    var peers: [String: [Double]] = [:]
  }

  func run(_ report: inout Report) throws {
    let pixels = Array(Pictures.linear(Pictures.pqCodes()).prefix(Self.width * Self.height * 4))
    let file = scratch.appending(path: "filters.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    let peer = try Peer()
    let place: [String: Any] = ["file": file, "width": Self.width, "height": Self.height]
    try peer.run("memory.load", place)
    try peer.run("filters.load", place)
    let jobs = try peer.run("filters.list")
    let versions = try peer.run("filters.versions").compactMapValues { $0 as? String }
    report.table(
      "All filters on 12 MP float RGBA in memory",
      [
        "filter", "CPU s", "times a copy",
        "faster than, in CPU time (wanted: OpenCV 1x, GEGL and libvips 2x, scikit-image 5x)",
      ])
    let source = FilteredPicture.source(pixels, width: Self.width, height: Self.height)
    let second = FilteredPicture.source(Self.upsideDown(pixels), width: Self.width, height: Self.height)
    for name in CIFilter.filterNames(inCategory: nil).sorted() where names.isEmpty || names.contains(name) {
      let job = jobs[name] as? [String: Any]
      guard let subject = Subject(name, source, second, job?["parameters"] as? [String: Any] ?? [:]) else {
        report.note("\(name): no output from default parameters")
        continue
      }
      let row = try measure(subject, job?["libraries"] as? [String] ?? [], peer)
      report.row(cells(row, versions))
    }
  }

  private func measure(
    _ subject: Subject, _ libraries: [String], _ peer: Peer
  ) throws -> Row {
    let name = subject.filter.name
    var row = Row(name: name)
    for round in 0...rounds {
      let own = try Clock.measure { try subject.render() }.cpu
      let copy = try peer.cost("memory.copy").cpu
      for library in libraries {
        // One that takes seconds is not run again.
        if let last = row.peers[library]?.last, last > 3 { continue }
        let job: [String: Any] = ["filter": name, "library": library]
        row.peers[library, default: []].append((try? peer.cost("filters.run", job).cpu) ?? .nan)
      }
      // The first round warms up; what is slow has no need to.
      if round == 0, own < 1 { continue }
      row.own.append(own)
      row.copies.append(copy)
      if own > 3 { break }
    }
    return row
  }

  private func cells(_ row: Row, _ versions: [String: String]) -> [String] {
    let own = Spread(row.own).median
    let peers = row.peers.sorted { $0.key < $1.key }.compactMap { library, costs -> String? in
      let warm = (costs.count > 1 ? Array(costs.dropFirst()) : costs).filter(\.isFinite)
      return warm.isEmpty ? nil : "\(versions[library] ?? library) \(short(Spread(warm).median / own))x"
    }
    return [row.name, short(own), short(own / Spread(row.copies).median), peers.joined(separator: ", ")]
  }

  /// The second picture of the libraries.
  private static func upsideDown(_ pixels: [Float]) -> [Float] {
    let row = width * 4
    return (0..<height).reversed().flatMap { pixels[$0 * row..<($0 + 1) * row] }
  }
}

/// A filter with inputs for which it has a result, and what is rendered of that.
private struct Subject {
  let filter: CIFilter
  private let picture: FilteredPicture
  private let size: (width: Int, height: Int)

  init?(_ name: String, _ source: CIImage, _ second: CIImage, _ parameters: [String: Any]) {
    guard let filter = CIFilter(name: name) else { return nil }
    size = (Int(source.extent.width), Int(source.extent.height))
    FilterInputs.set(on: filter, width: size.width, height: size.height)
    for key in filter.inputKeys {
      let attributes = filter.attributes[key] as? [String: Any]
      if attributes?[kCIAttributeClass] as? String == "CIImage" {
        filter.setValue(key == kCIInputImageKey ? source : second, forKey: key)
      }
      // A palette is a few pixels.
      if key == "inputPaletteImage" {
        filter.setValue(source.cropped(to: CGRect(x: 0, y: 0, width: 16, height: 1)), forKey: key)
      }
      if key == "inputExtent" { filter.setValue(CIVector(cgRect: source.extent), forKey: key) }
    }
    for (key, value) in parameters { filter.setValue(Self.value(value), forKey: key) }
    guard let output = filter.outputImage else { return nil }
    self.filter = filter
    let result = FilterInputs.enlarged(output, of: filter, width: size.width, height: size.height)
    let shown = result.extent.intersection(source.extent)
    guard !shown.isEmpty, !shown.isNull else { return nil }
    picture = FilteredPicture(source, width: Int(shown.width), height: Int(shown.height)) { _ in result }
  }

  /// From the inputs to pixels: symbols of codes and lines of text are made anew.
  func render() throws {
    if let output = filter.outputImage {
      picture.image = FilterInputs.enlarged(output, of: filter, width: size.width, height: size.height)
    }
    try picture.render()
  }

  private static func value(_ value: Any) -> Any {
    guard let numbers = value as? [Double] else { return value }
    if numbers.count == 6 {
      return CGAffineTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }
    return CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count)
  }
}
