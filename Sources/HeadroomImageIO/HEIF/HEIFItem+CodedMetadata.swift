internal import HeadroomColor
internal import HeadroomContainers

extension HEIFItem {
  /// The metadata of the coded picture itself, in the configuration or at the start of its data.
  func codedMetadata(in container: HEIFContainer) -> HDRMetadata {
    let head = (try? container.data(of: id))?.head(CodedStreamMetadata.headBytes, of: container.bytes) ?? []
    if let hevc {
      return CodedStreamMetadata.hevc(
        hevc.units + CodedStreamMetadata.leadingUnits(head, lengthSize: hevc.lengthSize))
    }
    guard let av1 else { return HDRMetadata() }
    return av1.metadata.completed(by: CodedStreamMetadata.av1(head))
  }
}
