package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomPixels

/// An opened raw file: its headers are read, its pixels are not yet.
package protocol RAWFile: Sendable {
  var header: RAWHeader { get }
  /// Unpacks the sensor's pixels.
  ///
  /// - Parameter allowPartial: whether a file that ends inside the pixels returns those that are there.
  func sensorImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage
  /// Whether there is a ``quarterImage(allowPartial:)``.
  var hasQuarterImage: Bool { get }
  /// The sensor's picture at a quarter of its size, made during unpacking: means of 4 x 4 numbers, with all colours at
  /// every pixel. It begins up to three sensor pixels before the crop. For drafts.
  func quarterImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage
  /// Unpacks one of the header's ``RAWHeader/mattes``: `PixelFormat.gray16` with 65535 for full coverage, or
  /// `PixelFormat.grayFloat`; oriented as stored.
  func matte(_ matte: RAWMatte) throws(ImageIOError) -> PixelBitmap
}

extension RAWFile {
  package var hasQuarterImage: Bool { false }

  package func quarterImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage {
    throw .internalError("a quarter of a picture that is only unpacked whole")
  }

  package func matte(_ matte: RAWMatte) throws(ImageIOError) -> PixelBitmap {
    throw .unsupported(part: matte.name, text: "the file has no masks")
  }
}

/// The contents of a raw file's headers.
package struct RAWHeader: Sendable {
  package var make = ""
  package var model = ""
  /// Name of the camera in the calibration's terms (UniqueCameraModel), for messages.
  package var uniqueModel = ""
  /// The size in pixels of the visible picture, before orientation.
  package var width: Int
  package var height: Int
  package var orientation: CGImagePropertyOrientation = .up
  /// The pixels that were exposed, counted from the upper left corner of the visible picture.
  package var activeArea: PixelRect
  /// Bits of a stored sample.
  package var bitDepth: Int
  /// Planes of a pixel: 1 for a mosaic and for monochrome sensors, otherwise 3.
  package var planes: Int
  package var pattern: ColorFilterArray?
  /// The compression as `headroom info` reports it.
  package var compression: String
  /// The profiles for rendering; the first one is the camera's. Never empty.
  package var profiles: [CameraProfile]
  package var asShotWhite: AsShotWhite
  /// Stops.
  package var baselineExposure: Double
  package var baselineNoise: Double = 1
  package var baselineSharpness: Double = 1
  /// How much of the noise has been removed already, 0 ... 1; 0 where unknown.
  package var noiseReductionApplied: Double = 0
  /// Whether the numbers describe a finished picture (ColorimetricReference 1 or 2) instead of a scene.
  package var isOutputReferred = false
  /// The corrections of colours after demosaicing: distortion, fringes, vignetting of the lens.
  package var colorOpcodes: [DNGOpcode] = []
  /// Whether the file's other corrections include vignetting.
  package var correctsShading = false
  /// Small pictures of the file, largest first.
  package var previews: [RAWPreview] = []
  /// Masks of skin, hair, sky and so on in the picture.
  package var mattes: [RAWMatte] = []
  /// The masks of the first profile's ``CameraProfile/colorTables``, by name.
  package var colorMasks: [String: ColorMask] = [:]
  /// Masks, depth and other auxiliary pictures, as `kind WxH`.
  package var auxiliary: [String] = []
  /// The tags of DNG as Image I/O names them; empty for other files.
  package var dngProperties: CFDictionary {
    get { dngTags.values }
    set { dngTags = DNGTagValues(values: newValue) }
  }
  private var dngTags = DNGTagValues(values: [:])
  /// EXIF and XMP blocks.
  package var metadata = StillMetadata()
  package var warnings: [String] = []
  /// Whether the file ends inside the pixels.
  package var isPictureCut = false

  package init(
    width: Int, height: Int, bitDepth: Int, planes: Int, compression: String, profiles: [CameraProfile],
    asShotWhite: AsShotWhite, baselineExposure: Double
  ) {
    self.width = width
    self.height = height
    activeArea = PixelRect(x: 0, y: 0, width: width, height: height)
    self.bitDepth = bitDepth
    self.planes = planes
    self.compression = compression
    self.profiles = profiles
    self.asShotWhite = asShotWhite
    self.baselineExposure = baselineExposure
  }
}

/// Values of tags. `@unchecked`: constant texts, numbers and arrays of them.
private struct DNGTagValues: @unchecked Sendable {
  let values: CFDictionary
}

/// A small picture beside the sensor's.
package struct RAWPreview: Sendable {
  package var width: Int
  package var height: Int
  /// A JPEG or JPEG XL stream, or a TIFF file.
  package var bytes: FileBytes
  /// The encoding of its colours, where the file states it outside the preview.
  package var encoding: ColorEncoding?

  package init(width: Int, height: Int, bytes: FileBytes) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// A mask beside the sensor's picture, over the same view.
package struct RAWMatte: Hashable, Sendable {
  /// What the mask marks: the last part of SemanticName, such as `semanticskymatte`.
  package var name: String
  package var width: Int
  package var height: Int
  /// Its index among the masks of the file.
  package var index: Int

  package init(name: String, width: Int, height: Int, index: Int) {
    (self.name, self.width, self.height, self.index) = (name, width, height, index)
  }
}
