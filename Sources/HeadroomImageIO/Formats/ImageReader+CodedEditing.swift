package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension ImageReader {
  /// The file with changes around its coded pictures. It is opened again, and refused where it does not
  /// show the intended picture.
  ///
  /// - Throws: ``ImageIOError`` where the container cannot do it, or not for this file.
  package func keepingCodedData(
    _ edit: CodedEdit, limits: DecodeLimits
  ) throws(ImageIOError) -> CodedEditResult {
    guard let editor = self as? any CodedEditing else {
      throw .unsupported(part: info.format, text: "files of this format are only written whole")
    }
    // The new file, and the parts from which it is assembled.
    let memory: MemoryReservation
    do throws(PixelError) { memory = try MemoryReservation(2 * bytes.count) } catch { throw ImageIOError(error) }
    defer { withExtendedLifetime(memory) {} }
    let result = try bytes.reading { () throws(ImageIOError) in try editor.edited(by: edit) }
    try FileBytes.borrowing(result.bytes) { (file) throws(ImageIOError) in
      try check(ImageFormats.open(file, limits: limits).info, shows: edit)
    }
    return result
  }

  /// Checks that a changed file shows what is intended.
  private func check(_ edited: StillInfo, shows edit: CodedEdit) throws(ImageIOError) {
    let before = info.orientation.uprightSize(width: info.width, height: info.height)
    let wanted = edit.turn.uprightSize(width: before.width, height: before.height)
    guard edited.orientation.uprightSize(width: edited.width, height: edited.height) == wanted else {
      throw .unsupported(part: info.format, text: "the changed file would show another frame")
    }
    guard edited.gainMap?.formula == (edit.removesGainMap ? nil : info.gainMap?.formula) else {
      // Apple's older maps are described by a maker note.
      throw .unsupported(part: info.format, text: "the gain map is described by metadata that goes")
    }
  }
}
