import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Expects of every 37th prefix of a file: an error that is not an internal one, or a picture, whole unless what there is
/// of it was asked for.
func expectPictureOrError(ofPrefixesOf file: [UInt8]) {
  for end in stride(from: 0, to: file.count, by: 37) {
    let reader = try? ImageFormats.open(FileBytes(file[..<end]))
    _ = reader?.structure()
    _ = reader?.conformanceFindings()
    for allowPartial in [false, true] {
      do {
        let picture = try reader?.decode(DecodeRequest(allowPartial: allowPartial))
        #expect(picture == nil || allowPartial || picture?.isPartial == false)
      } catch {
        #expect(!error.description.hasPrefix("internal error"))
      }
    }
  }
}
