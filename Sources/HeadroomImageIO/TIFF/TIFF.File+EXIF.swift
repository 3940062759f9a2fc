package import HeadroomContainers

extension TIFF.File {
  /// The EXIF block of a picture, collected from its directory and the ones it points to.
  package func exifBlock(of directory: TIFF.Directory) -> EXIFBlock {
    var budget = limits.maxMetadataBytes
    func fields(_ directory: TIFF.Directory, _ isWanted: (UInt16) -> Bool) -> EXIFBlock.Directory {
      var result: EXIFBlock.Directory = [:]
      for field in directory.fields where isWanted(field.tag) && result[field.tag] == nil {
        guard let value = value(field, limit: budget) else { continue }
        budget -= Int(clamping: field.byteCount)
        result[field.tag] = value
      }
      return result
    }
    func below(_ tag: UInt16, of directory: TIFF.Directory) -> TIFF.Directory? {
      first(tag, of: directory).flatMap { try? self.directory(at: $0, part: TIFF.tagName(tag)) }
    }
    var block = EXIFBlock()
    block.image = fields(directory) { TIFF.describingTags.contains($0) }
    if let exif = below(TIFF.Tag.exifDirectory, of: directory) {
      block.exif = fields(exif) { $0 != TIFF.Tag.interoperabilityDirectory }
      if let deeper = below(TIFF.Tag.interoperabilityDirectory, of: exif) {
        block.interoperability = fields(deeper) { _ in true }
      }
    }
    if let gps = below(TIFF.Tag.gpsDirectory, of: directory) { block.gps = fields(gps) { _ in true } }
    return block
  }
}
