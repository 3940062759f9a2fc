public import HeadroomGraphics

/// Metadata as text by path, such as `HDRToneMap:AlternateHeadroom` or `HDRToneMap:ChannelMetadata[0].GainMapMax`.
///
/// Gain maps of ``CGImageSourceCopyAuxiliaryDataInfoAtIndex(_:_:_:)`` carry theirs in one.
public class CGImageMetadata {
  fileprivate(set) var values: [String: String] = [:]

  init(values: [String: String] = [:]) { self.values = values }

  /// The text at a path, or nil.
  package subscript(path: String) -> String? { values[path] }
}

/// Metadata that can be changed.
public final class CGMutableImageMetadata: CGImageMetadata {
  /// Empty metadata.
  public init() { super.init() }
}

/// Makes empty metadata.
public func CGImageMetadataCreateMutable() -> CGMutableImageMetadata { CGMutableImageMetadata() }

/// The text at a path; nil when there is none.
///
/// - Parameters:
///   - metadata: the metadata.
///   - parent: always nil here: tags have no life of their own.
///   - path: prefix, name and what lies below, as in `HDRToneMap:ChannelMetadata[0].Gamma`.
public func CGImageMetadataCopyStringValueWithPath(
  _ metadata: CGImageMetadata, _ parent: CGImageMetadata?, _ path: CFString
) -> CFString? {
  metadata.values[path]
}

/// Sets the value at a path.
///
/// - Parameters:
///   - metadata: the metadata.
///   - parent: always nil here: tags have no life of their own.
///   - path: prefix, name and what lies below, as in `HDRToneMap:ChannelMetadata[0].Gamma`.
///   - value: a string, number or Boolean.
/// - Returns: false for any other value.
@discardableResult
public func CGImageMetadataSetValueWithPath(
  _ metadata: CGMutableImageMetadata, _ parent: CGImageMetadata?, _ path: CFString, _ value: CFTypeRef
) -> Bool {
  if let text = OptionValues.text(value) {
    metadata.values[path] = text
  } else if let flag = value as? Bool {
    metadata.values[path] = flag ? "True" : "False"
  } else if let number = OptionValues.number(value), number.isFinite {
    metadata.values[path] = number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
  } else {
    return false
  }
  return true
}
