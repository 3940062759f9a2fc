internal import Foundation
internal import HeadroomContainers
package import HeadroomGraphics

extension StillMetadata {
  /// Puts the `{TIFF}`, `{Exif}` and `{GPS}` parts of a properties dictionary and its resolution into the EXIF block, over
  /// what is there.
  ///
  /// Writing a block anew can break a maker note, so it is done only for a change.
  package mutating func apply(_ properties: CFDictionary) {
    var block = exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    let before = block
    let tables: [(CFString, EXIFPropertyTable, WritableKeyPath<EXIFBlock, EXIFBlock.Directory>)] = [
      (kCGImagePropertyTIFFDictionary, .tiff, \.image), (kCGImagePropertyExifDictionary, .exif, \.exif),
      (kCGImagePropertyGPSDictionary, .gps, \.gps),
    ]
    for (key, table, path) in tables {
      guard let values = OptionValues.dictionary(properties[key]) else { continue }
      table.apply(values, to: &block[keyPath: path])
    }
    let across = OptionValues.number(properties[kCGImagePropertyDPIWidth])
    let down = OptionValues.number(properties[kCGImagePropertyDPIHeight])
    if let x = across ?? down, let y = down ?? across, x > 0, y > 0 {
      block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(approximating: x)])
      block.image[EXIFBlock.Tag.yResolution] = .rationals([.init(approximating: y)])
      block.image[EXIFBlock.Tag.resolutionUnit] = .shorts([2])
    }
    if block != before { exif = block.serialized() }
  }

  /// Makes JPEG bytes the EXIF block's preview.
  mutating func setPreview(_ jpeg: [UInt8]) {
    var block = exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    // 6: JPEG.
    block.preview = [EXIFBlock.Tag.compression: .shorts([6])]
    block.previewBytes = jpeg
    exif = block.serialized()
  }
}
