internal import Foundation
package import HeadroomContainers
package import HeadroomGraphics

/// The changes that `CGImageDestinationCopyImageSource` makes to a file whose coded pictures it copies.
package struct CopyOptions {
  private let tags: CGImageMetadata?
  private let merges: Bool
  private let excludesXMP: Bool
  private let excludesGPS: Bool
  private let orientation: CGImagePropertyOrientation?
  private let date: DateTimeChange?

  /// - Throws: ``ImageIOError/notEncodable(format:text:)`` for values that cannot be used.
  package init(_ options: CFDictionary) throws(ImageIOError) {
    func flag(_ key: CFString) -> Bool { OptionValues.flag(options[key]) ?? false }
    tags = try Self.tags(options[kCGImageDestinationMetadata])
    merges = flag(kCGImageDestinationMergeMetadata)
    excludesXMP = flag(kCGImageMetadataShouldExcludeXMP)
    excludesGPS = flag(kCGImageMetadataShouldExcludeGPS)
    orientation = try Self.orientation(options[kCGImageDestinationOrientation]) ?? tags?.tree.orientation
    date = try OptionValues.present(options[kCGImageDestinationDateTime]).map { (value) throws(ImageIOError) in
      guard let date = DateTimeChange(value) else {
        throw Self.refusal("\(value) is neither a date nor a text such as 2024:05:01 10:20:30 or 2024-05-01T10:20:30Z")
      }
      return date
    }
  }

  private static func refusal(_ text: String) -> ImageIOError { .notEncodable(format: "options", text: text) }

  private static func tags(_ value: Any?) throws(ImageIOError) -> CGImageMetadata? {
    guard let value = OptionValues.present(value) else { return nil }
    guard let tags = value as? CGImageMetadata else { throw refusal("the metadata is no CGImageMetadata") }
    return tags
  }

  private static func orientation(_ value: Any?) throws(ImageIOError) -> CGImagePropertyOrientation? {
    guard let value = OptionValues.present(value) else { return nil }
    if OptionValues.isNull(value) { return .up }
    guard let number = OptionValues.integer(value), (1...8).contains(number) else {
      throw refusal("the orientation \(value) is not 1...8")
    }
    return CGImagePropertyOrientation(exifTag: number)
  }

  /// The change of a file with this header.
  package func edit(of info: StillInfo) -> CodedEdit {
    let (tags, merges, excludesXMP, date) = (tags?.tree, merges, excludesXMP, date)
    var edit = CodedEdit { (metadata) throws(ImageIOError) in
      var result = tags.map { metadata.changing(to: $0, merging: merges) } ?? metadata
      if let date {
        let before = result.tags
        result = result.changing(to: date.tags(in: before), merging: true, from: before)
      }
      if excludesXMP {
        (result.xmp, result.extendedXMP) = (nil, nil)
        result = result.keepingGainMapPart(of: metadata)
      }
      return result
    }
    if excludesGPS { edit.changeOfAll = \.withoutGPS }
    if let orientation {
      let back = CGImagePropertyOrientation.allCases.first { info.orientation.followed(by: $0) == .up } ?? .up
      edit.turn = back.followed(by: orientation)
      edit.turnsByTag = true
    }
    return edit
  }
}

extension StillMetadata {
  /// The metadata without EXIF's GPS directory and XMP's properties of the same names.
  fileprivate var withoutGPS: StillMetadata {
    var result = self
    result.apply([kCGImagePropertyGPSDictionary: NSNull()])
    return result
  }
}
