package import HeadroomContainers
package import HeadroomImageIO

/// DNG, read by this library.
package enum DNGFormat: ImageFormat {
  package static let name = "dng"
  package static let uti = "com.adobe.raw-image"
  package static let extensions = ["dng"]
  package static let mimeType = "image/x-adobe-dng"
  package static let abilities: ImageFormatAbilities = [.reading, .deepColor, .orientation]
  package static let writableDepths: [SampleDepth] = []
  package static var encoder: (any ImageWriter)? { nil }

  package static func recognizes(_ bytes: FileBytes) -> Bool { DNGFile.recognizes(bytes) }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    RAWReader(try RAWPicture(DNGFile(bytes, limits: limits), bytes: bytes, limits: limits), format: name)
  }
}

/// The files of cameras, unpacked by LibRaw.
package enum CameraRAWFormat: ImageFormat {
  package static let name = "raw"
  package static let uti = "public.camera-raw-image"
  package static let extensions = [
    "raw", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "raf", "rw2", "orf", "pef", "srw", "3fr", "fff",
    "iiq",
    "erf", "mef", "mos", "mrw", "kdc", "dcr", "rwl", "x3f",
  ]
  package static let mimeType = "image/x-raw"
  package static let abilities: ImageFormatAbilities = [.reading, .deepColor, .orientation]
  package static let writableDepths: [SampleDepth] = []
  package static var encoder: (any ImageWriter)? { nil }

  package static func recognizes(_ bytes: FileBytes) -> Bool { CameraSignature.isThere(bytes) }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    RAWReader(try RAWPicture(LibRawFile(bytes, limits: limits), bytes: bytes, limits: limits), format: name)
  }
}
