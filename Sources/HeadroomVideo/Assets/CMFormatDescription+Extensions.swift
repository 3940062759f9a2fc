public import Foundation
public import HeadroomGraphics

extension CMFormatDescription {
  /// What a description says beyond codec and size: values by key, as a dictionary.
  public struct Extensions: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// What is said.
    public struct Key: RawRepresentable, Hashable, Sendable {
      public let rawValue: CFString
      public init(rawValue: CFString) { self.rawValue = rawValue }
    }

    private var values: [Key: Value] = [:]

    /// Nothing known.
    public init() {}

    public init(dictionaryLiteral elements: (Key, Value)...) {
      for (key, value) in elements { values[key] = value }
    }

    public subscript(key: Key) -> Value? {
      get { values[key] }
      set { values[key] = newValue }
    }

    public var isEmpty: Bool { values.isEmpty }
    public var count: Int { values.count }
    /// The keys that have a value, in no order.
    public var keys: [Key] { Array(values.keys) }

    var propertyListRepresentation: [String: Any] {
      Dictionary(uniqueKeysWithValues: values.map { ($0.rawValue, $1.propertyListRepresentation) })
    }
  }
}

extension CMFormatDescription.Extensions.Key {
  public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
  public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
  public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
  public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)
  public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
  public static let masteringDisplayColorVolume = Self(
    rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)
  public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
  public static let ambientViewingEnvironment = Self(
    rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment)
  public static let bitsPerComponent = Self(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
  public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
  public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
  public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
  public static let chromaLocationBottomField = Self(
    rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField)
  public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
  public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
  public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
  public static let sampleDescriptionExtensionAtoms = Self(
    rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
}

extension CMFormatDescription.Extensions {
  /// A string, a number, bytes, or values by name.
  public struct Value: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
      case string(String)
      case number(Double)
      case flag(Bool)
      case data(Data)
      case dictionary([String: Value])
    }

    private let storage: Storage
    private init(_ storage: Storage) { self.storage = storage }

    public static func string(_ string: String) -> Value { Value(.string(string)) }
    public static func number(_ number: Double) -> Value { Value(.number(number)) }
    public static func number(_ number: Int) -> Value { Value(.number(Double(number))) }
    public static func flag(_ flag: Bool) -> Value { Value(.flag(flag)) }
    public static func data(_ data: Data) -> Value { Value(.data(data)) }
    public static func dictionary(_ values: [String: Value]) -> Value { Value(.dictionary(values)) }

    /// The value as `String`, `NSNumber`, `Bool`, `Data` or a dictionary of these.
    public var propertyListRepresentation: Any {
      switch storage {
      case .string(let string): string
      case .number(let number): NSNumber(value: number)
      case .flag(let flag): flag
      case .data(let data): data
      case .dictionary(let values): values.mapValues(\.propertyListRepresentation)
      }
    }

    package var text: String? { if case .string(let string) = storage { string } else { nil } }
    package var amount: Double? { if case .number(let number) = storage { number } else { nil } }
    var values: [String: Value]? { if case .dictionary(let values) = storage { values } else { nil } }
    package var truth: Bool? { if case .flag(let flag) = storage { flag } else { nil } }
  }
}
