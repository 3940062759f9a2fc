internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// The pictures that an output gives: their format, size and colour, and what is attached to them.
final class PictureOutput {
  let pixelFormat: OSType
  let width: Int
  let height: Int
  /// What the numbers mean.
  let color: CICP
  /// Whether light is stored without a curve, and without a bound.
  var isLinear: Bool { color.transfer == 8 }
  /// Nil for formats of red, green and blue.
  let planes: BiplanarForm?
  private let encoding: ColorEncoding
  private let attachments: CFDictionary
  private let pool: CVPixelBufferPool
  private var description: CMFormatDescription?
  private let pictures: PictureRenderer

  /// - Parameters:
  ///   - extensions: what is attached to each picture beside its colour.
  ///   - statesColor: whether the colour is attached; that of pictures in red, green and blue always is.
  init(
    _ pixelFormat: OSType, width: Int, height: Int, _ color: CICP, extensions: CMFormatDescription.Extensions,
    statesColor: Bool
  ) throws(MediaError) {
    planes = BiplanarForm(pixelFormat)
    guard let encoding = color.encoding, planes == nil || color.matrixCoefficients?.lumaMatrix != nil else {
      throw MediaError(.unsupported("the colour \(color.primaries)/\(color.transfer)/\(color.matrix) is not given"))
    }
    (self.pixelFormat, self.width, self.height, self.encoding) = (pixelFormat, width, height, encoding)
    pictures = PictureRenderer(encoding.primaries)
    self.color = CICP(
      primaries: color.primaries, transfer: color.transfer, matrix: color.matrix,
      fullRange: planes?.isFullRange ?? color.fullRange)
    let isStated = statesColor || planes == nil
    attachments = extensions.attachments(isStated ? color : nil, hasChroma: planes != nil && planes?.chroma != .full)
    var made: CVPixelBufferPool?
    let attributes: CFDictionary = [
      kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height, kCVPixelBufferPixelFormatTypeKey: pixelFormat,
    ]
    unsafe CVPixelBufferPoolCreate(nil, nil, attributes, &made)
    guard let made else { throw MediaError(.outOfMemory) }
    pool = made
  }

  /// The planes of a picture whose codes are the output's; nil where they have to be converted.
  func packed(_ picture: PlanarPicture) throws(MediaError) -> CVPixelBuffer? {
    guard let planes, picture.width == width, picture.height == height,
      let packer = PicturePacker(picture, to: planes)
    else { return nil }
    let buffer = try buffer()
    packer.write(picture, to: buffer)
    return buffer
  }

  /// A picture in the output's pixels, rendered.
  ///
  /// - Parameters:
  ///   - shape: pictures of one shape share their plan.
  ///   - isDithered: whether codes of eight bits are; the first of a shape says it for all.
  func rendered(_ picture: ComposedPicture, shape: [Int], isDithered: Bool) throws(MediaError) -> CVPixelBuffer {
    let result = try buffer()
    do {
      try pictures.render(picture, shape: shape, to: destination(result, isDithered: isDithered))
    } catch {
      throw TaskContext.isCancelled
        ? MediaError(.cancelled) : error as? MediaError ?? MediaError(.malformed("\(error)"))
    }
    return result
  }

  private func destination(_ buffer: CVPixelBuffer, isDithered: Bool) -> CIRenderDestination {
    let destination = CIRenderDestination(pixelBuffer: buffer)
    destination.colorSpace = CGColorSpace(encoding: encoding)
    // Codes hold signals below black and above white.
    if planes != nil { destination.isClamped = false }
    destination.isDithered = isDithered && buffer.readableFormat.bitsPerComponent == 8
    return destination
  }

  private func buffer() throws(MediaError) -> CVPixelBuffer {
    do throws(CVError) {
      let buffer = try pool.makePixelBuffer()
      CVBufferSetAttachments(buffer, attachments, .shouldPropagate)
      return buffer
    } catch {
      throw MediaError(.outOfMemory)
    }
  }

  /// A picture as samples.
  func sample(_ buffer: CVPixelBuffer, _ range: CMTimeRange) throws -> CMSampleBuffer {
    let description = try self.description ?? CMFormatDescription(imageBuffer: buffer)
    self.description = description
    let timing = CMSampleTimingInfo(
      duration: range.duration, presentationTimeStamp: range.start, decodeTimeStamp: .invalid)
    return try CMSampleBuffer(imageBuffer: buffer, formatDescription: description, sampleTiming: timing)
  }
}

extension CMFormatDescription.Extensions {
  /// What of a description is attached to pictures.
  ///
  /// - Parameters:
  ///   - color: their colour; nil leaves it out.
  ///   - hasChroma: whether chroma has fewer samples than luma.
  fileprivate func attachments(_ color: CICP?, hasChroma: Bool) -> CFDictionary {
    var values = propertyListRepresentation
    let colors = [Key.colorPrimaries, .transferFunction, .yCbCrMatrix, .gammaLevel]
    let others = [
      Key.fullRangeVideo, .bitsPerComponent, .depth, .containsAlphaChannel, .fieldCount,
      .sampleDescriptionExtensionAtoms,
    ]
    let chroma = hasChroma ? [] : [Key.chromaLocationTopField, .chromaLocationBottomField]
    for key in colors + others + chroma { values[key.rawValue] = nil }
    guard let color else { return values }
    let stated = CMFormatDescription.Extensions(color: color)
    return values.merging(stated.propertyListRepresentation) { $1 }
  }
}
