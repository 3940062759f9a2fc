public import HeadroomGraphics

extension UTType {
  /// Anything.
  public static let item = UTType(known: "public.item")
  /// What people read, see or hear.
  public static let content = UTType(known: "public.content")
  /// Bytes of any kind.
  public static let data = UTType(known: "public.data")
  /// Any image.
  public static let image = UTType(known: "public.image")
  /// JPEG.
  public static let jpeg = UTType(known: JPEGFormat.uti)
  /// PNG.
  public static let png = UTType(known: PNGFormat.uti)
  /// TIFF.
  public static let tiff = UTType(known: TIFFFormat.uti)
  /// The High Efficiency Image File Format, whatever codec its pictures have.
  public static let heif = UTType(known: "public.heif-standard")
  /// HEIF with HEVC pictures.
  public static let heic = UTType(known: HEICFormat.uti)
  /// HEIF with AV1 pictures.
  public static let avif = UTType(known: AVIFFormat.uti)
  /// JPEG XL.
  public static let jpegxl = UTType(known: JPEGXLFormat.uti)
  /// WebP.
  public static let webP = UTType(known: WebPFormat.uti)
  /// GIF.
  public static let gif = UTType(known: GIFFormat.uti)
  /// Windows bitmaps.
  public static let bmp = UTType(known: BMPFormat.uti)
  /// OpenEXR.
  public static let exr = UTType(known: OpenEXRFormat.uti)
  /// Radiance RGBE.
  public static let radiance = UTType(known: RadianceFormat.uti)
  /// The data of a camera's sensor, in any format.
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// Adobe's Digital Negative.
  public static let dng = UTType(known: "com.adobe.raw-image")
  /// Scalable Vector Graphics: a name alone, no picture of it is read.
  public static let svg = UTType(known: "public.svg-image")
  /// PDF: a name alone, no page of it is read.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// A photo with its film.
  public static let livePhoto = UTType(known: "com.apple.live-photo")
  /// Pictures that move, or sound.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// A film, with or without sound.
  public static let movie = UTType(known: "public.movie")
  /// QuickTime.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// MPEG-4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// Sound.
  public static let audio = UTType(known: "public.audio")
}

/// Types of the older interface, as identifiers.
public let kUTTypeImage: CFString = "public.image"
public let kUTTypeJPEG: CFString = "public.jpeg"
public let kUTTypePNG: CFString = "public.png"
public let kUTTypeTIFF: CFString = "public.tiff"
public let kUTTypeGIF: CFString = "com.compuserve.gif"
public let kUTTypeMovie: CFString = "public.movie"
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
public let kUTTypeMPEG4: CFString = "public.mpeg-4"
