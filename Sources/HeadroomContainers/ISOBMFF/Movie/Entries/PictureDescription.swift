package import HeadroomColor

/// What the boxes of a picture's sample entry say of it. What a file does not say is nil.
package struct PictureDescription: Sendable {
  /// The codes of `colr`.
  package private(set) var cicp: CICP?
  /// Whether the range of ``cicp`` is stated: QuickTime's form, and a short one of other writers, leaves it out.
  package private(set) var hasRange = false
  /// The ICC profile of `colr`, unread. Where codes are there too, they count.
  package private(set) var profile: [UInt8]?
  /// Mastering display, light level, viewing environment, as stated, also where no display could be so.
  package private(set) var hdr = HDRMetadata()
  package private(set) var dolbyVision: DolbyVisionConfiguration?
  package private(set) var cleanAperture: CleanAperture?
  package private(set) var pixelAspect: PixelAspect?
  package private(set) var fields: FieldHandling?
  /// The box with the codec's parameters: `hvcC`, `av1C`, `vpcC`, `avcC`.
  package private(set) var configuration: FourCC?
  /// Boxes that cannot be read, and count as absent.
  package private(set) var damage: [ImageIOError] = []

  private static let configurations: Set<FourCC> = ["hvcC", "av1C", "vpcC", "avcC"]

  /// Reads the boxes of an entry. Of two boxes that say the same the first counts.
  package init(_ entry: SampleEntry) {
    var seen: Set<FourCC> = []
    for box in entry.boxes where box.type == "colr" || seen.insert(box.type).inserted {
      do throws(ImageIOError) {
        try read(box.type, entry.list.reader(of: box), limits: entry.list.limits)
      } catch {
        damage.append(error)
      }
    }
  }

  private mutating func read(
    _ type: FourCC, _ reader: ByteReader, limits: DecodeLimits
  ) throws(ImageIOError) {
    var reader = reader
    switch type {
    case "colr": add(try ColorBox(&reader, limits: limits))
    case "clap": cleanAperture = try CleanAperture(&reader)
    case "pasp": pixelAspect = try PixelAspect(&reader)
    case "fiel": fields = try FieldHandling(&reader)
    case _ where DolbyVisionConfiguration.boxTypes.contains(type):
      let record = try DolbyVisionConfiguration(&reader)
      if dolbyVision == nil { dolbyVision = record }
    case _ where Self.configurations.contains(type): if configuration == nil { configuration = type }
    default: try LightBox(type, reader)?.store(in: &hdr)
    }
  }

  private mutating func add(_ color: ColorBox) {
    switch color {
    case .codePoints(let points, let isStated): if cicp == nil { (cicp, hasRange) = (points, isStated) }
    case .profile(let bytes): if profile == nil { profile = bytes }
    case .other: break
    }
  }
}
