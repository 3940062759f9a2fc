internal import HeadroomColor

/// OpenEXR: linear light as half, float or whole numbers, in parts, layers, scanline blocks and tiles.
///
///     magic 76 2F 31 01 | version 2 and flags | header of each part | offset table of each part | blocks
///
/// All numbers are least significant byte first. A file's headers are read and checked here; OpenEXR's libraries get
/// only single blocks, in files made for them.
enum OpenEXR {
  static let magic: [UInt8] = [0x76, 0x2F, 0x31, 0x01]

  /// Bits of the version field.
  enum Flag {
    static let tiled: UInt32 = 0x200
    static let longNames: UInt32 = 0x400
    static let nonImage: UInt32 = 0x800
    static let multipart: UInt32 = 0x1000
    static let known: UInt32 = 0x1E00
  }

  /// The kind of a channel's samples.
  enum SampleType: UInt32, Sendable {
    case uint, half, float
    var byteCount: Int { self == .half ? 2 : 4 }
  }

  enum Compression: UInt8, Sendable {
    case none, rle, zips, zip, piz, pxr24, b44, b44a, dwaa, dwab

    /// Scanlines of a block.
    var rowsPerBlock: Int {
      switch self {
      case .none, .rle, .zips: 1
      case .zip, .pxr24: 16
      case .piz, .b44, .b44a, .dwaa: 32
      case .dwab: 256
      }
    }
  }

  /// Pixels from one corner to the other, both inside. Coordinates may be negative.
  struct Box: Hashable, Sendable {
    var minX: Int
    var minY: Int
    var maxX: Int
    var maxY: Int

    /// Zero where the corners are the wrong way round.
    var width: Int { max(maxX - minX + 1, 0) }
    var height: Int { max(maxY - minY + 1, 0) }
    func contains(_ other: Box) -> Bool {
      minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
  }

  struct Channel: Hashable, Sendable {
    var name: String
    var type: SampleType
    /// Samples stand at coordinates that are multiples of these.
    var xSampling = 1
    var ySampling = 1
    /// pLinear: differences are perceived evenly in the numbers themselves, as in the chroma of luminance/chroma files.
    /// B44 packs all other halves by their logarithm.
    var isPerceptuallyLinear = false

    /// Multiples of `step` in a range of coordinates that begins at `start`.
    static func samples(from start: Int, count: Int, step: Int) -> Int {
      guard step > 1 else { return count }
      // Floor division, for coordinates below zero too.
      func floor(_ value: Int) -> Int { value >= 0 ? value / step : -((-value + step - 1) / step) }
      return floor(start + count - 1) - floor(start - 1)
    }
  }

  struct Tiles: Hashable, Sendable {
    enum Levels: UInt8, Sendable { case one, mipmap, ripmap }
    var width: Int
    var height: Int
    var levels: Levels
    var roundsUp: Bool
  }

  /// An attribute of a header, and where its value lies.
  struct Attribute: Hashable, Sendable {
    var name: String
    var type: String
    /// Offset of the name.
    var offset: Int
    var value: Range<Int>
  }

  /// The header of a part.
  struct Part: Sendable {
    var offset: Int
    var end: Int
    var attributes: [Attribute] = []
    var channels: [Channel] = []
    var compression = Compression.none
    var dataWindow = Box(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var displayWindow = Box(minX: 0, minY: 0, maxX: 0, maxY: 0)
    var tiles: Tiles?
    /// `scanlineimage`, `tiledimage`, `deepscanline`, `deeptile`; nil in files of one part.
    var type: String?
    var name: String?
    var isDeep = false
    /// x and y of red, green, blue and white.
    var chromaticities: [Double]?
    /// The views of a stereo file in one part, the default first (`multiView`).
    var views: [String] = []
    /// Width of a pixel relative to its height; nil where that is 1, or meaningless.
    var pixelAspect: Double? {
      numbers["pixelAspectRatio"].flatMap { $0.isFinite && $0 > 0 && $0 != 1 ? $0 : nil }
    }
    /// Luminance of (1, 1, 1) in cd/m².
    var whiteLuminance: Double? { numbers["whiteLuminance"] }
    /// Strings by the name of their attribute.
    var strings: [String: String] = [:]
    /// Single floats by the name of their attribute.
    var numbers: [String: Double] = [:]
    /// Offset of the offset table.
    var table = 0
    var chunkCount = 0
    /// The number that the header states, if it does.
    var statedChunkCount: Int?
  }
}
