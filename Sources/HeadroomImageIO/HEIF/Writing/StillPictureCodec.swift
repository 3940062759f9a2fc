internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// How a picture is to be coded.
struct CodingSettings: Hashable, Sendable {
  /// 0...100; 100 is the codec's best lossy setting.
  var quality: Double
  var isLossless = false
  /// 0 slowest and smallest, 10 fastest; nil takes the codec's default.
  var speed: Int?
  /// Whether the picture is meant for viewing, unlike maps and alpha, whose numbers count.
  var isPerceptual = true
  /// The colour that the stream states; the file's boxes state the same.
  var cicp: CICP
  /// The encoding of the signals, for pictures whose light is to survive halved chroma; nil for maps and alpha.
  var light: ColorEncoding?
}

/// A picture in coded form, as an item of a file holds it.
struct CodedPicture: Sendable {
  var bytes: [UInt8]
  /// The configuration that a decoder needs beside the bytes: `hvcC` or `av1C`.
  var configuration: PropertyBox
  /// The profile, in the codec's own numbers.
  var profile: UInt8
  /// The level, in the codec's own numbers.
  var level: UInt8
}

/// An encoder of one still picture for HEIF files.
protocol StillPictureCodec: Sendable {
  /// Name of the container's row in ``ImageFormats``.
  static var format: String { get }
  /// Type of its items.
  static var itemType: String { get }
  /// URN of an auxiliary picture that holds alpha.
  static var alphaType: String { get }
  /// Bits that a sample can have.
  static var bitDepths: [Int] { get }
  /// Smallest side of a coded picture.
  static var smallestSide: Int { get }
  /// Whether a picture with halved chroma may have an odd size.
  static var takesOddSizes: Bool { get }
  /// The gain map descriptions that its files have.
  static var gainMapKinds: Set<GainMapDescription.Kind> { get }
  /// The siting of chroma that the stream can state or that readers assume.
  static func siting(_ subsampling: PlanarPicture.Subsampling) -> YCbCrEncoding.Siting

  /// Chroma where the options leave it open.
  static func defaultChroma(_ options: EncodeOptions) -> EncodeOptions.Chroma

  /// The quality at which a gain map is restored as well as from JPEG with coefficients quantised by this step, in
  /// codes of 8 bits. It needs a finer step: these codecs smooth small lights away.
  static func quality(forStep step: Double) -> Double

  /// Encodes a picture; the bytes do not depend on `threads`.
  static func encode(
    _ planes: PlanarPicture, _ settings: CodingSettings, threads: Int
  ) throws(ImageIOError) -> CodedPicture

  /// Brands of a file whose pictures are coded like this, the major one first.
  static func brands(base: CodedPicture, bitDepth: Int) -> [String]
}
