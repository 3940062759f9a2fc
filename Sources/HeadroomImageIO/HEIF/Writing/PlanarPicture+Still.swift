internal import CHeadroomCodecs
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension PlanarPicture {
  /// The parameters for every encoder. The planes have to outlive them.
  func still(_ settings: CodingSettings, threads: Int) -> headroom_still {
    var still = headroom_still()
    still.width = UInt32(width)
    still.height = UInt32(height)
    still.bit_depth = Int32(bitDepth)
    still.chroma_format = subsampling.codedFormat
    unsafe still.planes = planeAddresses
    still.row_bytes = planeRowBytes
    still.is_lossless = settings.isLossless ? 1 : 0
    still.is_perceptual = settings.isPerceptual ? 1 : 0
    still.threads = Int32(threads)
    still.primaries = settings.cicp.primaries
    still.transfer = settings.cicp.transfer
    still.matrix = settings.cicp.matrix
    still.is_full_range = settings.cicp.fullRange ? 1 : 0
    return still
  }

  private typealias PlaneAddresses = (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?)

  /// The first rows of the planes; nil for chroma of a monochrome picture.
  private var planeAddresses: PlaneAddresses {
    let luma = unsafe UnsafeRawPointer(rowAddress(0, plane: 0))
    guard planes.count == 3 else { return unsafe (luma, nil, nil) }
    return unsafe (luma, UnsafeRawPointer(rowAddress(0, plane: 1)), UnsafeRawPointer(rowAddress(0, plane: 2)))
  }

  /// Bytes from one row of a plane to the next.
  private var planeRowBytes: (Int, Int, Int) {
    planes.count == 3 ? (planes[0].rowBytes, planes[1].rowBytes, planes[2].rowBytes) : (planes[0].rowBytes, 0, 0)
  }
}
