public import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics
public import HeadroomImage

/// Why filters cannot be read from XMP.
public enum FilterXMPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The data is not an XMP packet.
  case notXMP(reason: String)
  /// The packet holds no filters.
  case noFilters
  /// A filter that does not exist, or that XMP does not carry.
  case unknownFilter(name: String)
  /// An input that the filter does not have, or a value that it does not accept.
  case input(filter: String, key: String, reason: String)
  /// The packet holds a crop or a transform, but the extent to place it in is empty or infinite.
  case extent

  /// The error as one line.
  public var description: String {
    switch self {
    case .notXMP(let reason): "no XMP packet: \(reason)"
    case .noFilters: "the packet holds no filters"
    case .unknownFilter(let name): "XMP carries no filter '\(PrintableText.line(name))'"
    case .input(let filter, let key, let reason): "\(filter) \(PrintableText.line(key)): \(PrintableText.line(reason))"
    case .extent: "the image's extent is empty or infinite, and the packet holds a crop or a transform"
    }
  }
}

extension CIFilter {
  /// Filters as an XMP packet that a picture's file can carry.
  ///
  /// The packet carries the filters of category `CICategoryXMPSerializable` (exposure, sepia, the photo effects),
  /// `CICrop` and `CIAffineTransform`, and those of `CIImage.autoAdjustmentFilters(options:)`; other filters and
  /// input images are left out. Rectangles and translations are written relative to the extent, so that they fit the
  /// picture at another size. Core Image does not publish its format: the packet uses Headroom's namespace,
  /// `ns.headroom-filters`.
  ///
  /// - Parameters:
  ///   - filters: in the order in which they are applied.
  ///   - extent: that of the image that the first filter is applied to.
  /// - Returns: the packet; nil where none of the filters can be carried, or where they include a crop or a transform
  ///   and the extent is empty or infinite.
  public class func serializedXMP(from filters: [CIFilter], inputImageExtent extent: CGRect) -> Data? {
    FilterPacket.data(of: filters, extent: extent)
  }

  /// The filters of an XMP packet that ``serializedXMP(from:inputImageExtent:)`` made.
  ///
  /// - Parameters:
  ///   - xmpData: the packet; other properties in it are ignored.
  ///   - extent: that of the image that the first filter will be applied to.
  ///   - outError: receives the error on failure; untouched on success.
  /// - Returns: the filters, without input images; none on failure.
  public class func filterArray(
    fromSerializedXMP xmpData: Data, inputImageExtent extent: CGRect,
    error outError: UnsafeMutablePointer<NSError?>? = nil
  ) -> [CIFilter] {
    do throws(FilterXMPError) {
      return try filters(fromSerializedXMP: xmpData, inputImageExtent: extent)
    } catch {
      unsafe outError?.pointee = NSError(
        domain: "CIFilter", code: 1, userInfo: [NSLocalizedDescriptionKey: error.description])
      return []
    }
  }

  /// The same as ``filterArray(fromSerializedXMP:inputImageExtent:error:)``, but throws its error.
  ///
  /// - Throws: an error that describes what is wrong with the packet.
  public class func filters(
    fromSerializedXMP xmpData: Data, inputImageExtent extent: CGRect
  ) throws(FilterXMPError) -> [CIFilter] {
    try FilterPacket.filters(in: xmpData, extent: extent)
  }
}

/// The form of filters in XMP:
///
///     <hf:filters><rdf:Seq><rdf:li rdf:parseType="Resource">
///       <hf:name>CIExposureAdjust</hf:name> <hf:inputEV>0.5</hf:inputEV>
///     </rdf:li></rdf:Seq></hf:filters>
private enum FilterPacket {
  private static let namespace = "http://ns.headroom-filters/1.0/"
  private static let others = AutoAdjustment.filterNames.union(["CICrop", "CIAffineTransform"])
  private static let mostBytes = 16 << 20
  private static let mostFilters = 1024

  private static func isCarried(_ name: String) -> Bool {
    others.contains(name)
      || FilterRegistry.entry(named: name)?.categories.contains(.xmpSerializable) == true
  }

  /// The inputs that a packet holds: those whose values are numbers.
  private static func inputs(of name: String) -> [InputDescription] {
    (FilterRegistry.entry(named: name)?.inputs ?? []).filter {
      ["NSNumber", "CIVector", "NSAffineTransform"].contains($0.attributeClass)
    }
  }

  // MARK: Writing

  static func data(of filters: [CIFilter], extent: CGRect) -> Data? {
    let carried = filters.filter { isCarried($0.name) }
    guard !carried.isEmpty, carried.count <= mostFilters else { return nil }
    var items = ""
    for filter in carried {
      items += "     <rdf:li rdf:parseType=\"Resource\">\n      <hf:name>\(filter.name)</hf:name>\n"
      for input in inputs(of: filter.name) {
        guard let numbers = numbers(filter.value(forKey: input.key)) else { continue }
        guard let placed = relative(numbers, input, extent) else { return nil }
        let text = placed.map { NumberList.text($0) }.joined(separator: " ")
        items += "      <hf:\(input.key)>\(text)</hf:\(input.key)>\n"
      }
      items += "     </rdf:li>\n"
    }
    let packet = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="\(XMPNamespace.meta)">
       <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
        <rdf:Description rdf:about="" xmlns:hf="\(namespace)">
         <hf:filters>
          <rdf:Seq>
      \(items)    </rdf:Seq>
         </hf:filters>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """
    return Data(packet.utf8)
  }

  private static func numbers(_ value: Any?) -> [Double]? {
    switch value {
    case let vector as CIVector: vector.values.map { Double($0) }
    case let transform as CGAffineTransform: CIVector(cgAffineTransform: transform).values.map { Double($0) }
    default: OptionValues.number(value).map { [$0] }
    }
  }

  /// Positions in pixels as fractions of the extent; nil where the extent is empty or infinite.
  private static func relative(_ numbers: [Double], _ input: InputDescription, _ extent: CGRect) -> [Double]? {
    placed(numbers, input, extent) { value, origin, size in (value - origin) / size }
  }

  private static func absolute(_ numbers: [Double], _ input: InputDescription, _ extent: CGRect) -> [Double]? {
    placed(numbers, input, extent) { value, origin, size in value * size + origin }
  }

  private static func placed(
    _ numbers: [Double], _ input: InputDescription, _ extent: CGRect,
    _ change: (_ value: Double, _ origin: Double, _ size: Double) -> Double
  ) -> [Double]? {
    guard input.type == .rectangle || input.type == .transform else { return numbers }
    guard !extent.isInfinite, !extent.isNull, extent.width > 0, extent.height > 0, extent.width.isFinite,
      extent.height.isFinite
    else { return nil }
    let (x, y, width, height) = (Double(extent.minX), Double(extent.minY), Double(extent.width), Double(extent.height))
    var result = numbers
    if input.type == .rectangle, numbers.count == 4 {
      // The infinite rectangle crops nothing; it stays the same at any size.
      if CIVector(numbers.map { CGFloat($0) }).cgRectValue.isInfinite { return numbers }
      result = [
        change(numbers[0], x, width), change(numbers[1], y, height), change(numbers[2], 0, width),
        change(numbers[3], 0, height),
      ]
    } else if numbers.count == 6 {
      (result[4], result[5]) = (change(numbers[4], 0, width), change(numbers[5], 0, height))
    }
    return result
  }

  // MARK: Reading

  static func filters(in data: Data, extent: CGRect) throws(FilterXMPError) -> [CIFilter] {
    guard data.count <= mostBytes else { throw .notXMP(reason: "\(data.count) bytes are too many") }
    let packet: XMPPacket
    do throws(XMLError) {
      packet = try XMPPacket(parsing: [UInt8](data))
    } catch {
      throw .notXMP(reason: error.description)
    }
    guard let list = packet[namespace, "filters"]?.items, list.count <= mostFilters else { throw .noFilters }
    var filters: [CIFilter] = []
    for item in list { filters.append(try filter(item, extent)) }
    return filters
  }

  private static func filter(_ item: XMPValue, _ extent: CGRect) throws(FilterXMPError) -> CIFilter {
    let name = item[XMLName(namespace, "name")]?.text ?? ""
    guard isCarried(name), let filter = CIFilter(name: name) else { throw .unknownFilter(name: name) }
    let inputs = inputs(of: name)
    guard case .structure(let fields) = item else { throw .unknownFilter(name: name) }
    for (field, value) in fields.sorted(by: { $0.key.local < $1.key.local })
    where field.namespace == namespace && field.local != "name" {
      guard let input = inputs.first(where: { $0.key == field.local }) else {
        throw .input(filter: name, key: field.local, reason: "there is no such input")
      }
      try set(value.text ?? "", input, on: filter, extent)
    }
    return filter
  }

  private static func set(
    _ text: String, _ input: InputDescription, on filter: CIFilter, _ extent: CGRect
  ) throws(FilterXMPError) {
    let words = text.split(separator: " ")
    let numbers = words.compactMap { Double($0) }
    guard !numbers.isEmpty, numbers.count == words.count, numbers.count <= 16, numbers.allSatisfy(\.isFinite) else {
      throw .input(filter: filter.name, key: input.key, reason: "'\(text.prefix(40))' is no list of numbers")
    }
    guard let placed = absolute(numbers, input, extent) else { throw .extent }
    let value: Any = input.attributeClass == "NSNumber" ? placed[0] : CIVector(placed.map { CGFloat($0) })
    do throws(FilterError) {
      try filter.set(value, forInput: input.key)
    } catch {
      throw .input(filter: filter.name, key: input.key, reason: error.reason)
    }
  }
}
