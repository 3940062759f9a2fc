package import HeadroomGraphics
package import HeadroomImage
internal import HeadroomPixels

/// Decoded frames of a script's sources, as codes and as images.
package protocol FramePictures {
  /// The codes of a frame.
  func frame(_ reference: FrameReference) throws(MediaError) -> DecodedFrame
  /// A frame as displayed, turned, at the origin.
  func image(_ reference: FrameReference, turned turn: GridTurn) throws(MediaError) -> CIImage
}

/// What a script shows at a time: frames of its sources, and what becomes of them.
package struct ScriptFrame {
  /// Gives the picture that was begun; waits where a client makes it.
  package typealias End = () throws(MediaError) -> ComposedPicture

  /// The frames of sources that are seen. Hidden ones are left out.
  package let references: [FrameReference]
  /// The frame of a source that the output's frame is, code for code; nil where something is done to it.
  package let untouched: FrameReference?
  private let start: (any FramePictures) throws(MediaError) -> End

  /// - Parameter recipe: of the frame, in the output's pixels, origin at the bottom left.
  package init(
    _ references: [FrameReference], untouched: FrameReference? = nil,
    recipe: @escaping (any FramePictures) throws(MediaError) -> CIImage
  ) {
    self.init(references, untouched: untouched) { pictures throws(MediaError) in
      let image = try recipe(pictures)
      return { () throws(MediaError) in .recipe(image, .composition) }
    }
  }

  /// - Parameter start: begins the picture, for which it takes the frames that it needs.
  package init(
    _ references: [FrameReference], untouched: FrameReference? = nil,
    start: @escaping (any FramePictures) throws(MediaError) -> End
  ) {
    (self.references, self.untouched, self.start) = (references, untouched, start)
  }

  /// Begins the picture.
  package func begin(_ pictures: any FramePictures) throws(MediaError) -> End { try start(pictures) }

  /// The same with something done to its picture.
  package func altered(_ alter: @escaping (CIImage) throws(MediaError) -> CIImage) -> ScriptFrame {
    ScriptFrame(references) { pictures throws(MediaError) in
      let end = try begin(pictures)
      return { () throws(MediaError) in
        switch try end() {
        case .recipe(let image, let space): .recipe(try alter(image), space)
        case .buffer(let buffer): .recipe(try alter(CIImage(cvPixelBuffer: buffer)), .composition)
        }
      }
    }
  }
}

/// A picture that a script made.
package enum ComposedPicture {
  /// The space in which a recipe is rendered.
  package enum Space {
    /// Linear light in the composition's primaries.
    case composition
    /// The working space of a client's context; nil is a context of the usual one.
    case working(CIContext?)
  }

  /// In the output's pixels, origin at the bottom left.
  case recipe(CIImage, Space)
  /// Pixels of a client's, with their colour attached.
  case buffer(CVPixelBuffer)

  /// The picture as a recipe.
  package var image: CIImage {
    switch self {
    case .recipe(let image, _): image
    case .buffer(let buffer): CIImage(cvPixelBuffer: buffer)
    }
  }
}
