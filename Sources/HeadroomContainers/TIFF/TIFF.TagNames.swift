extension TIFF {
  /// The name of a tag as the standards spell it, or its number.
  package static func tagName(_ tag: UInt16) -> String { names[tag] ?? "tag \(tag)" }

  private static let names: [UInt16: String] = [
    254: "NewSubfileType", 255: "SubfileType", 256: "ImageWidth", 257: "ImageLength", 258: "BitsPerSample",
    259: "Compression", 262: "PhotometricInterpretation", 263: "Threshholding", 266: "FillOrder", 269: "DocumentName",
    270: "ImageDescription", 271: "Make", 272: "Model", 273: "StripOffsets", 274: "Orientation",
    277: "SamplesPerPixel", 278: "RowsPerStrip", 279: "StripByteCounts", 280: "MinSampleValue",
    281: "MaxSampleValue", 282: "XResolution", 283: "YResolution", 284: "PlanarConfiguration", 285: "PageName",
    286: "XPosition", 287: "YPosition", 292: "T4Options", 293: "T6Options", 296: "ResolutionUnit", 297: "PageNumber",
    301: "TransferFunction", 305: "Software", 306: "DateTime", 315: "Artist", 316: "HostComputer", 317: "Predictor",
    318: "WhitePoint", 319: "PrimaryChromaticities", 320: "ColorMap", 322: "TileWidth", 323: "TileLength",
    324: "TileOffsets", 325: "TileByteCounts", 330: "SubIFDs", 332: "InkSet", 336: "DotRange", 338: "ExtraSamples",
    339: "SampleFormat", 340: "SMinSampleValue", 341: "SMaxSampleValue", 347: "JPEGTables",
    513: "JPEGInterchangeFormat", 514: "JPEGInterchangeFormatLength", 529: "YCbCrCoefficients",
    530: "YCbCrSubSampling", 531: "YCbCrPositioning", 532: "ReferenceBlackWhite", 700: "XMP", 18246: "Rating",
    33432: "Copyright", 33723: "IPTC", 34377: "ImageResources", 34665: "ExifIFD", 34675: "ICCProfile",
    34853: "GPSIFD", 37439: "StoNits", 37724: "ImageSourceData", 40965: "InteropIFD", 42112: "GDALMetadata",
    42113: "GDALNoData", 50706: "DNGVersion",
    33434: "ExposureTime", 33437: "FNumber", 34850: "ExposureProgram", 34855: "PhotographicSensitivity",
    36864: "ExifVersion", 36867: "DateTimeOriginal", 36868: "DateTimeDigitized", 37377: "ShutterSpeedValue",
    37378: "ApertureValue", 37380: "ExposureBiasValue", 37383: "MeteringMode", 37385: "Flash", 37386: "FocalLength",
    37500: "MakerNote", 37510: "UserComment", 40961: "ColorSpace", 40962: "PixelXDimension", 40963: "PixelYDimension",
    41989: "FocalLengthIn35mmFilm", 42034: "LensSpecification", 42035: "LensMake", 42036: "LensModel",
  ]
}
