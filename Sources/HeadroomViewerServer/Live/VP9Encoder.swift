#if Viewer
  internal import CHeadroomVPX
  internal import HeadroomPixels
  internal import HeadroomViewer

  /// libvpx, set up for live pictures: VP9 of profile 2, 10 bits, 4:2:0, BT.2020.
  // Sendable: one thread at a time uses it; shared encoders are kept behind a lock.
  @safe final class VP9Encoder: @unchecked Sendable {
    /// One coded frame.
    struct Coded {
      let bytes: [UInt8]
      /// Whether it can be decoded without the frames before it.
      let isKey: Bool
    }

    /// Bits per pixel, at the rate of ``VideoFrames``.
    private static let bitsPerPixel = 0.2

    private let handle: OpaquePointer

    /// - Throws: ``ServerError`` if libvpx is not installed or refuses.
    init(width: Int, height: Int, framesPerSecond: Int) throws {
      let bits = Double(width * height * framesPerSecond) * Self.bitsPerPixel
      var settings = hr_vpx_settings()
      settings.width = UInt32(width)
      settings.height = UInt32(height)
      settings.frames_per_second = UInt32(framesPerSecond)
      settings.kilobits_per_second = UInt32(max(bits / 1000, 200))
      // A page that falls behind continues from the newest key frame.
      settings.key_frame_distance = UInt32(2 * framesPerSecond)
      settings.threads = 4
      var failure = hr_vpx_failure()
      guard let handle = unsafe hr_vpx_open(&settings, &failure) else { throw Self.error(failure) }
      unsafe self.handle = handle
    }

    deinit { unsafe hr_vpx_close(handle) }

    /// - Parameter isKey: whether the frame must be decodable alone.
    /// - Throws: ``ServerError``.
    func encode(_ planes: PlanarPicture, isKey: Bool) throws -> Coded {
      var packet = unsafe hr_vpx_packet()
      var failure = hr_vpx_failure()
      var picture = Self.picture(planes)
      let isDone = unsafe hr_vpx_encode(handle, &picture, isKey, &packet, &failure)
      withExtendedLifetime(planes) {}
      guard isDone else { throw Self.error(failure) }
      // The library owns the bytes, which are valid until the next frame.
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: packet.bytes, count: packet.count))
      return Coded(bytes: bytes, isKey: unsafe packet.is_key)
    }

    private static func picture(_ planes: PlanarPicture) -> hr_vpx_picture {
      func samples(_ index: Int) -> UnsafePointer<UInt16> {
        unsafe UnsafePointer(planes.rowAddress(0, plane: index).assumingMemoryBound(to: UInt16.self))
      }
      let distances = planes.planes.map { UInt32($0.rowBytes / planes.bytesPerSample) }
      var picture = hr_vpx_picture()
      unsafe (picture.planes.0, picture.planes.1, picture.planes.2) = unsafe (samples(0), samples(1), samples(2))
      picture.row_samples = (distances[0], distances[1], distances[2])
      return picture
    }

    private static func error(_ failure: hr_vpx_failure) -> ServerError {
      let letters = unsafe withUnsafeBytes(of: failure.message) { unsafe Array($0.prefix { $0 != 0 }) }
      return ServerError(description: "video: " + String(decoding: letters, as: UTF8.self))
    }
  }
#endif
