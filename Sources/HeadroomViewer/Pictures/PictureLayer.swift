internal import HeadroomContainers
internal import HeadroomImageIO

/// The part of a file with several pictures that is shown: a layer of an OpenEXR part.
struct PictureLayer: Hashable, Sendable {
  let name: String
  let index: Int
  /// Nil for the part's default picture.
  let layer: String?

  /// The most parts whose layers are offered; more would fill a menu that nobody reads.
  private static let mostParts = 64

  /// All choices, the default first; empty where there is no choice.
  static func all(_ reader: any ImageReader) -> [PictureLayer] {
    let info = reader.info
    guard info.format == OpenEXRFormat.name else { return [] }
    let parts = (0..<min(info.frameCount, mostParts)).flatMap { index in
      layers(of: index, (try? reader.info(at: index)) ?? info)
    }
    return parts.count > 1 ? parts : []
  }

  /// The part's own picture by the part's name, its layers after a slash; in a file of one part by their names alone.
  private static func layers(of index: Int, _ info: StillInfo) -> [PictureLayer] {
    guard info.frameCount > 1 else {
      return info.layers.enumerated().map { place, name in
        PictureLayer(name: name, index: index, layer: place == 0 ? nil : name)
      }
    }
    let part = info.pictureName ?? "part \(index)"
    let usual = PictureLayer(name: part, index: index, layer: nil)
    return [usual] + info.layers.dropFirst().map { PictureLayer(name: "\(part)/\($0)", index: index, layer: $0) }
  }
}
