internal import Foundation
internal import HeadroomContainers
package import HeadroomGraphics

extension StillMetadata {
  /// Stores the values of a properties dictionary in the blocks, over existing ones: `{TIFF}`, `{Exif}`, `{GPS}` and
  /// the resolution into EXIF, `{IPTC}` into IPTC and XMP, `{ExifAux}` into XMP, the texts of `{PNG}` among PNG's.
  ///
  /// Null removes the value or whole dictionary of its key, from XMP too. Rewriting an EXIF block can break a maker
  /// note, so it is done only for a change.
  package mutating func apply(_ properties: CFDictionary) {
    removeNulls(of: properties)
    IgnoredValues.reportParts(of: properties)
    applyEXIF(properties)
    if let values = OptionValues.dictionary(properties[kCGImagePropertyIPTCDictionary]) {
      applyIPTC(values)
      applyNewerIPTC(values)
    }
    if let values = OptionValues.dictionary(properties[kCGImagePropertyExifAuxDictionary]) {
      applyExifAuxiliary(values)
    }
    if let values = OptionValues.dictionary(properties[kCGImagePropertyPNGDictionary]) { applyTexts(values) }
  }

  private mutating func applyEXIF(_ properties: CFDictionary) {
    let tables: [(CFString, EXIFPropertyTable, WritableKeyPath<EXIFBlock, EXIFBlock.Directory>)] = [
      (kCGImagePropertyTIFFDictionary, .tiff, \.image), (kCGImagePropertyExifDictionary, .exif, \.exif),
      (kCGImagePropertyGPSDictionary, .gps, \.gps),
    ]
    let across = OptionValues.number(properties[kCGImagePropertyDPIWidth])
    let down = OptionValues.number(properties[kCGImagePropertyDPIHeight])
    changeEXIF { block in
      for (key, table, path) in tables {
        guard let values = OptionValues.dictionary(properties[key]) else { continue }
        table.apply(values, to: &block[keyPath: path], of: key)
      }
      guard let x = across ?? down, let y = down ?? across, x > 0, y > 0 else { return }
      block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(approximating: x)])
      block.image[EXIFBlock.Tag.yResolution] = .rationals([.init(approximating: y)])
      block.image[EXIFBlock.Tag.resolutionUnit] = .shorts([2])
    }
    if let x = across ?? down, let y = down ?? across, x > 0, y > 0 {
      density = PixelDensity(x: x, y: y, unit: .inch)
    }
  }

  /// Changes the block, which is rewritten only where it then differs.
  mutating func changeEXIF(_ change: (inout EXIFBlock) -> Void) {
    var block = exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    let before = block
    change(&block)
    if block != before { exif = block.isEmpty ? nil : block.serialized(over: exif) }
  }

  private mutating func applyTexts(_ values: CFDictionary) {
    for keyword in PNG.describingKeywords.sorted() {
      guard let text = OptionValues.text(values[keyword]) else { continue }
      texts.removeAll { $0.keyword == keyword }
      texts.append(MetadataText(keyword: keyword, utf8: Array(text.utf8)))
    }
  }

  /// Makes JPEG bytes the EXIF block's preview.
  mutating func setPreview(_ jpeg: [UInt8]) {
    changeEXIF { block in
      // 6: JPEG.
      block.preview = [EXIFBlock.Tag.compression: .shorts([6])]
      block.previewBytes = jpeg
    }
  }
}
