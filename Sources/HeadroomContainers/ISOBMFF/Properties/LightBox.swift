package import HeadroomColor

/// A box that says how light is meant, of items and of sample entries: `clli`, `mdcv`, `cclv`, `amve`, `reve`, `ndwt`.
package enum LightBox: Hashable, Sendable {
  case lightLevel(ContentLightLevel)
  case mastering(MasteringDisplayColorVolume)
  case colorVolume(ContentColorVolume)
  case ambient(AmbientViewingEnvironment)
  case reference(ReferenceViewingEnvironment)
  case diffuseWhite(NominalDiffuseWhite)

  private static let types: Set<FourCC> = ["clli", "mdcv", "cclv", "amve", "reve", "ndwt"]

  /// Reads the box of a type; nil where the type is none of these.
  ///
  /// - Throws: where it has another size than its type.
  package init?(_ type: FourCC, _ reader: ByteReader) throws(ImageIOError) {
    guard Self.types.contains(type) else { return nil }
    let bytes = reader.rest
    do throws(HDRMetadataError) {
      switch type {
      case "clli": self = .lightLevel(try ContentLightLevel(seiBytes: bytes))
      case "mdcv": self = .mastering(try MasteringDisplayColorVolume(seiBytes: bytes))
      case "cclv": self = .colorVolume(try ContentColorVolume(boxBody: bytes))
      case "amve": self = .ambient(try AmbientViewingEnvironment(seiBytes: bytes))
      case "reve": self = .reference(try ReferenceViewingEnvironment(boxBody: bytes))
      default: self = .diffuseWhite(try NominalDiffuseWhite(boxBody: bytes))
      }
    } catch {
      throw .malformed(part: reader.part, text: "\(error)", offset: reader.start)
    }
  }

  /// Puts it in its place; of two boxes of a type the last counts.
  package func store(in metadata: inout HDRMetadata) {
    switch self {
    case .lightLevel(let value): metadata.lightLevel = value
    case .mastering(let value): metadata.mastering = value
    case .colorVolume(let value): metadata.colorVolume = value
    case .ambient(let value): metadata.ambient = value
    case .reference(let value): metadata.reference = value
    case .diffuseWhite(let value): metadata.diffuseWhite = value
    }
  }
}
