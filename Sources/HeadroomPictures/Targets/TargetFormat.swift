internal import HeadroomContainers
package import HeadroomImageIO

/// A format of a result, as the caller named it.
package struct TargetFormat: Sendable {
  package let row: any ImageFormat.Type
  package let writer: any ImageWriter
  /// The file name extension.
  package let fileExtension: String

  package var name: String { row.name }

  package init(named name: String) throws(PictureError) {
    let wanted = name.lowercased()
    guard let row = ImageFormats.named(wanted) else {
      if wanted == "npy" {
        throw PictureError(.input, "npy is numbers, not a picture: 'headroom pixels FILE --format npy' writes it")
      }
      throw .usage("'\(name)' is not a format; this version writes \(Self.writableNames)\(Self.question(wanted))")
    }
    guard let writer = row.writer(of: wanted) else {
      throw PictureError(.input, "this version reads \(wanted) but does not write it; it writes \(Self.writableNames)")
    }
    self.row = row
    self.writer = writer
    fileExtension = row.hasForm(wanted) ? wanted : row.extensions[0]
  }

  private static func question(_ name: String) -> String {
    NameSuggestion.question(
      for: name, among: ImageFormats.all.flatMap { [$0.name] + $0.extensions.filter { $0.count > 2 } })
  }

  package static var writableNames: String {
    ImageFormats.all.filter { $0.writer != nil }.map { $0.name }.joined(separator: ", ")
  }

  package var target: RenditionTarget { RenditionTarget(row) }
  package var depths: [SampleDepth] { target.depths }
  package var holdsISOHDR: Bool { target.holdsISOHDR }
  package var holdsGainMap: Bool { target.holdsGainMap }
  package var isLossless: Bool { target.isLossless }
  package var isLossy: Bool { target.isLossy }
  package var holdsFloat: Bool { target.holdsFloat }
  package var holdsAlpha: Bool { target.holdsAlpha }
  package var holdsLightWithoutAlpha: Bool { target.holdsLightWithoutAlpha }
  package var hasChroma: Bool { target.hasChroma }
  package var statesOrientation: Bool { target.statesOrientation }
}
