internal import HeadroomColor
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// The pixels of a texture; its row 0 is the image's top row. Colour is multiplied by alpha.
  ///
  /// The texture must not change while images of it are rendered. The space of its numbers is the option
  /// `CIImageOption.colorSpace` (`NSNull`: not matched). Without it, that is sRGB for 8 and 10 bits, linear sRGB for `_srgb`
  /// formats, whose numbers are read as linear, extended linear sRGB for floats and extended sRGB for `xr` formats.
  ///
  /// Nil for textures of another package, and without memory.
  public convenience init?(mtlTexture texture: any MTLTexture, options: [CIImageOption: Any]? = nil) {
    guard let texture = texture as? MemoryTexture, let bitmap = try? texture.sampledBitmap() else { return nil }
    let encoding = texture.pixelFormat.usualEncoding
    var tags = ImageTags()
    tags.texture = texture
    tags.colorSpace = (options?[.colorSpace] as? CGColorSpace) ?? CGColorSpace(encoding: encoding)
    self.init(
      bitmap: bitmap, encoding: encoding, tags: tags, label: "MTLTexture", options: ReadOptions(options ?? [:]))
  }
}

extension CIImage {
  /// The texture that the image was made of; nil for other images.
  public var metalTexture: (any MTLTexture)? { tags.texture as? any MTLTexture }
}

extension MTLPixelFormat {
  /// The default encoding of the numbers that drawing sees.
  var usualEncoding: ColorEncoding {
    if isSRGB { return isExtended ? .extendedLinearSRGB : .linearSRGB }
    switch storage {
    case .plain(let format): return format.isFloatingPoint ? .extendedLinearSRGB : .sRGB
    case .extended32, .extended64: return .extendedSRGB
    case nil: return .sRGB
    }
  }
}
