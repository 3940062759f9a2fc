extension PixelFormat {
  /// The interleaved integer format for a kind of picture.
  ///
  /// - Parameters:
  ///   - isDeep: whether samples have 16 bits; 8 otherwise.
  ///   - isGray: whether there is one colour channel; three otherwise.
  ///   - hasAlpha: whether an alpha channel follows.
  package static func integer(isDeep: Bool, isGray: Bool, hasAlpha: Bool) -> PixelFormat {
    switch (isGray, hasAlpha) {
    case (true, true): isDeep ? .grayAlpha16 : .grayAlpha8
    case (true, false): isDeep ? .gray16 : .gray8
    case (false, true): isDeep ? .rgba16 : .rgba8
    case (false, false): isDeep ? .rgb16 : .rgb8
    }
  }

  /// The interleaved floating-point format for a kind of picture: halves or floats; otherwise as
  /// ``integer(isDeep:isGray:hasAlpha:)``.
  package static func floating(isHalf: Bool, isGray: Bool, hasAlpha: Bool) -> PixelFormat {
    switch (isGray, hasAlpha) {
    case (true, true): isHalf ? .grayAlphaHalf : .grayAlphaFloat
    case (true, false): isHalf ? .grayHalf : .grayFloat
    case (false, true): isHalf ? .rgbaHalf : .rgbaFloat
    case (false, false): isHalf ? .rgbHalf : .rgbFloat
    }
  }
}
