internal import Headroom

/// An input of the command: its bytes, and what its headers say. Nothing is decoded to get here.
struct InputPicture: Sendable {
  let path: String
  let bytes: FileBytes
  let reader: any ImageReader
  let limits: DecodeLimits

  var info: StillInfo { reader.info }

  init(path: String, common: CommonOptions) throws(CommandError) {
    self.path = path
    limits = common.limits
    do throws(ImageIOError) {
      bytes = try FileBytes(path: path)
      reader = try ImageFormats.open(bytes, limits: limits)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// Size as shown, after the orientation has been applied.
  var uprightSize: (width: Int, height: Int) {
    info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
  }
}
