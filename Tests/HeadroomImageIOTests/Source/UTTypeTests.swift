import Foundation
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import Testing

@Suite("Uniform types")
struct UTTypeTests {
  @Test("every format has a type by identifier, extension and media type")
  func formats() throws {
    for format in ImageFormats.all {
      let type = try #require(UTType(format.uti))
      #expect(type.identifier == format.uti)
      #expect(UTType(format.uti.uppercased()) == type)
      #expect(type.preferredFilenameExtension == format.extensions.first)
      #expect(type.preferredMIMEType == format.mimeType)
      for name in format.extensions { #expect(UTType(filenameExtension: name.uppercased()) == type) }
      #expect(UTType(mimeType: format.mimeType) == type)
      #expect(type.conforms(to: .image) && type.conforms(to: type) && type.isSubtype(of: .image))
    }
    #expect(UTType.jpeg.identifier == "public.jpeg" && UTType.heic.identifier == "public.heic")
    #expect(UTType.avif.identifier == "public.avif" && UTType.jpegxl.identifier == "public.jpeg-xl")
    #expect(UTType.gif.identifier == "com.compuserve.gif" && UTType.bmp.identifier == "com.microsoft.bmp")
    #expect(UTType.exr.identifier == "com.ilm.openexr-image")
    #expect(UTType.heic.conforms(to: .heif) && UTType.avif.conforms(to: .heif) && !UTType.png.conforms(to: .heif))
    #expect(UTType.image.isSupertype(of: .png) && UTType.image.preferredFilenameExtension == nil)
  }

  @Test("what is not known has no type")
  func unknown() {
    for name in ["", "public.film", "jpeg", "public.jpeg "] { #expect(UTType(name) == nil) }
    #expect(UTType(filenameExtension: "txt") == nil && UTType(filenameExtension: "") == nil)
    #expect(UTType(filenameExtension: "mov", conformingTo: .image) == nil)
    #expect(UTType(filenameExtension: "jpg", conformingTo: .heif) == nil)
    #expect(UTType(mimeType: "video/none") == nil)
  }

  @Test("films and sensors' files have types, and supertypes")
  func others() {
    #expect(UTType(filenameExtension: "MOV") == .quickTimeMovie && UTType(mimeType: "video/mp4") == .mpeg4Movie)
    #expect(UTType.quickTimeMovie.conforms(to: .movie) && UTType.mpeg4Movie.conforms(to: .audiovisualContent))
    #expect(!UTType.movie.conforms(to: .image) && UTType.movie.conforms(to: .data) && UTType.jpeg.conforms(to: .item))
    #expect(UTType.dng.conforms(to: .rawImage) && UTType.dng.conforms(to: .image) && UTType(".dng") == nil)
    #expect(UTType("com.adobe.raw-image") == .dng && UTType("public.camera-raw-image") == .rawImage)
    #expect(
      UTType.jpeg.localizedDescription == "JPEG image" && UTType.quickTimeMovie.preferredMIMEType == "video/quicktime")
    #expect(UTType.png.supertypes.contains(.content) && UTType.item.supertypes.isEmpty)
    #expect(UTType(kUTTypeJPEG as String) == .jpeg)
  }

  @Test("destinations take a type's identifier, sources give it")
  func roundTrip() throws {
    for type in [UTType.jpeg, .png, .tiff, .heic, .avif, .jpegxl, .exr] {
      let data = NSMutableData()
      let destination = try #require(CGImageDestinationCreateWithData(data, type.identifier as CFString, 1, nil))
      CGImageDestinationAddImage(destination, try makeAsymmetricImage(width: 8, height: 6), nil)
      #expect(CGImageDestinationFinalize(destination))
      let source = try #require(CGImageSourceCreateWithData(data as Data, nil))
      #expect(CGImageSourceGetType(source).flatMap { UTType($0 as String) } == type)
    }
  }
}
