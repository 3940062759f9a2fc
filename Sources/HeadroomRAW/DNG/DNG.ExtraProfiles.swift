internal import HeadroomContainers

extension DNG {
  /// Profiles of ExtraCameraProfiles: each is a small TIFF file with another magic number after its byte order.
  enum ExtraProfiles {
    /// The most profiles that are read; more would not be useful.
    private static let most = 32
    /// A generous limit for the bytes of a profile, which does not state its length.
    private static let mostBytes = 8 << 20

    static func read(
      _ file: TIFF.File, camera: Fields, isColor: Bool, _ warnings: inout [String]
    ) -> [CameraProfile] {
      guard let field = camera[Tag.extraCameraProfiles] else { return [] }
      guard let offsets = camera.integers(Tag.extraCameraProfiles, limit: most) else {
        warnings.append(Fields.warning(field, "is no list of up to \(most) profiles"))
        return []
      }
      var profiles: [CameraProfile] = []
      for (index, offset) in offsets.enumerated() {
        do throws(ImageIOError) {
          let inner = try open(file, at: offset, part: "ExtraCameraProfiles/\(index)")
          profiles.append(
            CameraProfile(Fields(inner, inner.directories[0]), camera: camera, isColor: isColor, &warnings))
        } catch {
          warnings.append("\(error); the profile is left out")
        }
      }
      return profiles
    }

    /// Offsets in a profile count from its own start.
    private static func open(_ file: TIFF.File, at offset: UInt64, part: String) throws(ImageIOError) -> TIFF.File {
      let end = file.bytes.count
      guard let start = Int(exactly: offset), start <= end - 8 else {
        throw .truncated(part: part, needed: 8, available: 0, offset: Int(clamping: min(offset, UInt64(end))))
      }
      let isBig = file.bytes.hasBytes([0x4D, 0x4D, 0x43, 0x52], at: start)
      guard isBig || file.bytes.hasBytes([0x49, 0x49, 0x52, 0x43], at: start) else {
        throw .malformed(part: part, text: "no camera profile", offset: start)
      }
      let length = min(end - start, mostBytes, max(file.limits.maxMetadataBytes, 8))
      let header: [UInt8] = isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
      var limits = file.limits
      limits.maxFrames = 1
      let bytes = FileBytes(joining: [header, file.bytes.copy(start + 4..<start + length)])
      return try TIFF.File(bytes, limits: limits)
    }
  }
}
