package import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
package import HeadroomImage
package import HeadroomImageIO
package import HeadroomPixels

/// Renders recipes into bitmaps of a known format, within limits.
package struct PictureRenderer: Sendable {
  package let context: CIContext
  package let limits: DecodeLimits
  /// Receives the progress of renders.
  package var progress: JobProgress?

  package init(_ resources: JobResources) {
    var options: [CIContextOption: Any] = [:]
    if let bytes = resources.maxMemory { options[.memoryLimit] = (bytes / MemoryShare.parts) >> 20 }
    // Codecs and gain maps take their threads from the same pool.
    if let threads = resources.threads { ThreadPool.shared.workerCount = threads }
    context = CIContext(
      options: options, pool: .shared, workerLimit: resources.threads, wholePictureLimit: resources.rowsFrom)
    limits = resources.limits
  }

  /// Renders a rectangle of an image, the whole extent without one.
  ///
  /// - Parameters:
  ///   - encoding: the encoding of the result's numbers.
  ///   - gamutPeak: colours outside the encoding's gamut are projected along constant luminance to this peak; nil
  ///     keeps them, for formats without limits.
  package func render(
    _ image: CIImage, region: CGRect? = nil, format: PixelFormat, encoding: ColorEncoding?,
    alpha: AlphaMode = .premultiplied, gamutPeak: Double? = nil, dither: RowCodec.Dither = .none, file: String
  ) throws(PictureError) -> PixelBitmap {
    let region = try rectangle(region ?? image.extent, file)
    do throws(RenderError) {
      return try context.bitmap(
        image, region: region, format: format, encoding: encoding, gamutPeak: gamutPeak, alpha: alpha, dither: dither,
        task: progress?.renderTask() ?? RenderTask())
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// Whether a picture and its result, together `byteCount` bytes, are too large to be held at once.
  package func isLarge(_ byteCount: Int, _ passes: BandPasses = .one) -> Bool {
    context.exceedsMemoryLimit(byteCount, passes)
  }

  /// A render of the whole extent by bands, one of `passes` over the same sources; nil where the picture is small,
  /// unless forced, or its recipe needs it whole. Parameters are those of
  /// ``render(_:region:format:encoding:alpha:gamutPeak:dither:file:)``.
  package func banded(
    _ image: CIImage, format: PixelFormat, encoding: ColorEncoding?, alpha: AlphaMode, gamutPeak: Double?,
    passes: Int = 1, isForced: Bool = false, file: String
  ) throws(PictureError) -> (render: BandedRender, size: PixelRect)? {
    let region = try rectangle(image.extent, file)
    do throws(RenderError) {
      let render = try context.bandedRender(
        image, region: region, format: format, encoding: encoding, gamutPeak: gamutPeak, alpha: alpha,
        passes: passes, isForced: isForced, task: progress?.renderTask() ?? RenderTask())
      return render.map { ($0, region) }
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// Calls `body` with the picture from the top, some rows at a time; with the whole picture at once if the recipe
  /// needs it.
  package func forEachBand(
    of image: CIImage, encoding: ColorEncoding?, alpha: AlphaMode, file: String,
    _ body: (_ size: (width: Int, height: Int), _ band: LinearPicture) throws -> Void
  ) throws(PictureError) {
    do {
      guard
        let (render, size) = try banded(
          image, format: .rgbaFloat, encoding: encoding, alpha: alpha, gamutPeak: nil, isForced: true, file: file)
      else {
        let whole = LinearPicture(
          bitmap: try render(image, format: .rgbaFloat, encoding: encoding, alpha: alpha, file: file))
        return try body((whole.width, whole.height), whole)
      }
      _ = try render.run { try body((size.width, size.height), LinearPicture(bitmap: $0)) }
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// Measures how bright an image is, in linear BT.2020 light, by bands, so that it need not be held.
  package func light(_ image: CIImage, file: String) throws(PictureError) -> LightMeter {
    let region = try rectangle(image.extent, file)
    do {
      var meter = LightMeter()
      let render = try context.bandedRender(
        image, region: region, format: .rgbaFloat, encoding: .extendedLinearITUR2020, alpha: .premultiplied,
        isForced: true)
      if let render {
        _ = try render.run { band in meter.add(band) }
      } else {
        meter.add(try linear(image, file: file).bitmap)
      }
      return meter
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// Determines the use of alpha in an image, by bands, until it is known.
  package func alphaUse(_ image: CIImage, file: String) throws(PictureError) -> AlphaUse {
    var scanner = AlphaScanner()
    let format = PixelFormat.rgba16
    guard
      let (render, _) = try banded(
        image, format: format, encoding: nil, alpha: .straight, gamutPeak: nil, isForced: true, file: file)
    else {
      scanner.add(try render(image, format: format, encoding: nil, alpha: .straight, file: file))
      return scanner.use
    }
    do {
      _ = try render.run { band in if !scanner.isDone { scanner.add(band) } }
      return scanner.use
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// The largest components of pixels distributed evenly over an image, in linear BT.2020 light: at most about 65 000.
  package func samples(of image: CIImage, file: String) throws(PictureError) -> [Float] {
    let region = try rectangle(image.extent, file)
    let step = max(Int((Double(region.area) / 65_536).squareRoot().rounded(.up)), 1)
    do {
      let render = try context.bandedRender(
        image, region: region, format: .rgbaFloat, encoding: .extendedLinearITUR2020, alpha: .straight,
        isForced: true)
      var samples: [Float] = []
      var row = 0
      func add(_ band: PixelBitmap) {
        let picture = LinearPicture(bitmap: band)
        for y in 0..<band.height {
          if (row + y) % step == 0 {
            unsafe picture.withRow(y) { values in
              for x in stride(from: 0, to: band.width, by: step) {
                samples.append(unsafe max(values[4 * x], values[4 * x + 1], values[4 * x + 2]))
              }
            }
          }
        }
        row += band.height
      }
      if let render { _ = try render.run { add($0) } } else { add(try linear(image, file: file).bitmap) }
      return samples
    } catch {
      throw PictureError(error, file: file)
    }
  }

  /// The picture as linear BT.2020 light.
  package func linear(_ image: CIImage, file: String) throws(PictureError) -> LinearPicture {
    LinearPicture(bitmap: try render(image, format: .rgbaFloat, encoding: .extendedLinearITUR2020, file: file))
  }

  /// The plan of a render of the whole image.
  package func plan(_ image: CIImage, encoding: ColorEncoding, file: String) throws(PictureError) -> RenderPlan {
    let region = try rectangle(image.extent, file)
    return context.plan(image, region: region, destination: PlanDestination(encoding: encoding))
  }

  /// Throws for images without pixels or with more than the user allows.
  package func check(_ image: CIImage, file: String) throws(PictureError) { _ = try rectangle(image.extent, file) }

  private func rectangle(_ region: CGRect, _ file: String) throws(PictureError) -> PixelRect {
    guard !region.isNull, !region.isEmpty, !region.isInfinite else {
      throw PictureError(region.isInfinite ? RenderError.infiniteExtent : RenderError.emptyExtent, file: file)
    }
    let rectangle = PixelRect(enclosing: region)
    do throws(ImageIOError) {
      try limits.check(width: UInt64(rectangle.width), height: UInt64(rectangle.height), part: "result")
    } catch {
      throw PictureError(error, file: file)
    }
    return rectangle
  }
}
