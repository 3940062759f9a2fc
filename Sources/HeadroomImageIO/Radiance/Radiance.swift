internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics

/// The picture format of the Radiance renderer: three mantissas of 8 bits with one exponent.
///
///     "#?RADIANCE" lines of NAME=value, an empty line
///     resolution line: "-Y" rows "+X" columns, or another order or sign
///     scanlines: runs of each component ("new" RLE), or pixels with repeat counts ("old" RLE), or plain pixels
enum Radiance {
  /// The meaning of a pixel's components.
  enum Components: String, Sendable {
    case rgbe = "32-bit_rle_rgbe"
    case xyze = "32-bit_rle_xyze"
  }

  /// The parts of the header that matter to a picture.
  struct Header: Sendable {
    var components = Components.rgbe
    /// The factor of the numbers, all EXPOSURE lines together.
    var exposure = 1.0
    /// The factors of the components, all COLORCORR lines together.
    var colorCorrection = SIMD3(1.0, 1.0, 1.0)
    /// Height of a pixel over its width, all PIXASPECT lines together.
    var pixelAspect = 1.0
    /// From the PRIMARIES line.
    var primaries: ColorPrimaries?
    /// Pixels of a scanline as stored.
    var width = 0
    /// Scanlines.
    var height = 0
    var orientation = CGImagePropertyOrientation.up
    /// Offset of the resolution line.
    var resolution = 0
    /// Offset of the first scanline.
    var raster = 0
    /// The irregularities found.
    var warnings = WarningList()
  }

  /// Beginnings of a file. Pictures made before 1991 lack the first line.
  static let signatures = ["#?RADIANCE", "#?RGBE", "FORMAT=32-bit_rle_"]

  /// Scanlines of these lengths may be stored as runs of each component.
  static let runLengths = 8...32_767

  /// Float values are `mantissa * 2^(exponent - 136)`; exponent 0 is black.
  ///
  /// Radiance's own programs add half a mantissa step; OpenImageIO, image-rs and stb do not, and neither do the writers
  /// that round to the nearest step.
  static let exponentBias = 136
}

extension Radiance.Header {
  /// The encoding of the numbers. A file without PRIMARIES is taken as BT.709, as in every
  /// reader except Radiance itself.
  var encoding: ColorEncoding {
    switch components {
    case .rgbe: ColorEncoding(primaries: primaries ?? .bt709, transfer: .linear, isExtended: true)
    // XYZ with an equal-energy white, Radiance's own: the axes are the primaries.
    case .xyze: ColorEncoding(primaries: .xyzAxes, transfer: .linear, isExtended: true)
    }
  }
}
