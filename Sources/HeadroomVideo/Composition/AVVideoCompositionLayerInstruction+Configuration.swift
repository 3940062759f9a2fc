public import Foundation
public import HeadroomGraphics
public import HeadroomImage

extension AVVideoCompositionLayerInstruction {
  /// How the pictures of a track lie in the composition, over time.
  ///
  /// Each of opacity, transform and crop is set at times or ramped over ranges. Before the first time the neutral value
  /// holds (1, identity, no crop), after a ramp its last value. Where two ramps overlap, the one that starts later counts
  /// from its start on; of two with one start the one set last. Times are the composition's. Times that are no numbers,
  /// and opacities outside 0...1, are refused where the composition is used.
  public struct Configuration: Hashable, Sendable {
    /// The track whose pictures these are.
    public var trackID: CMPersistentTrackID
    /// A recipe that is shown in place of a track, such as a photo with its gain map, a RAW file or a text.
    public var image: CIImage? {
      get { recipe?.image }
      set { recipe = newValue.map { Recipe(image: $0) } }
    }
    private var recipe: Recipe?
    package var opacities = RampList<Float>()
    package var transforms = RampList<CGAffineTransform>()
    package var crops = RampList<CGRect>()

    /// The pictures of a track, as they are.
    public init(trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid) { self.trackID = trackID }

    /// The pictures of a track, as they are, not even turned by its ``AVAssetTrack/preferredTransform``.
    public init(assetTrack: AVAssetTrack) { self.init(trackID: assetTrack.trackID) }

    /// A recipe as a layer of its own, the same at all times, without a track. Not in AVFoundation.
    ///
    /// Its extent is what ``AVAssetTrack/naturalSize`` is for tracks: the upper left corner is the origin of transforms and
    /// crop rectangles. An endless image is as large as the composition. Light above the output's range is brought into it
    /// by the image's `contentHeadroom`.
    public init(image: CIImage) {
      self.init()
      self.image = image
    }

    /// Sets the share of the pictures, 0...1, from a time on.
    public mutating func setOpacity(_ opacity: Float, at time: CMTime) { opacities.set(opacity, at: time) }

    /// Changes the share of the pictures linearly.
    public mutating func addOpacityRamp(_ ramp: OpacityRamp) {
      opacities.add(RampList.Ramp(timeRange: ramp.timeRange, start: ramp.start, end: ramp.end))
    }

    /// Sets, from a time on, where pictures lie: from the track's ``AVAssetTrack/naturalSize`` to the composition's
    /// ``AVVideoComposition/renderSize``, both with the origin at the top left. It takes the place of the track's
    /// ``AVAssetTrack/preferredTransform``.
    public mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
      transforms.set(transform, at: time)
    }

    /// Changes where pictures lie, each of the six numbers linearly: a half turn shrinks to nothing on its way.
    public mutating func addTransformRamp(_ ramp: TransformRamp) {
      transforms.add(RampList.Ramp(timeRange: ramp.timeRange, start: ramp.start, end: ramp.end))
    }

    /// Cuts pictures, from a time on and before their transform, to a rectangle of the track's
    /// ``AVAssetTrack/naturalSize``, origin at the top left. `CGRect.infinite` does not cut.
    public mutating func setCropRectangle(_ rect: CGRect, at time: CMTime) { crops.set(rect, at: time) }

    /// Changes the rectangle that pictures are cut to, origin and size linearly. From or to `CGRect.infinite` there is no
    /// way: the first rectangle holds to the end of the ramp.
    public mutating func addCropRectangleRamp(_ ramp: CropRectangleRamp) {
      crops.add(RampList.Ramp(timeRange: ramp.timeRange, start: ramp.start, end: ramp.end))
    }

    /// The ramp of the opacity that a time is in, otherwise the next one; nil behind the last. What is set at a time is a
    /// ramp between equal values up to the next one, or to infinity.
    public func opacityRamp(at time: CMTime) -> OpacityRamp? {
      opacities.ramp(at: time).map { OpacityRamp(timeRange: $0.timeRange, start: $0.start, end: $0.end) }
    }

    /// As ``opacityRamp(at:)``, of the transform.
    public func transformRamp(at time: CMTime) -> TransformRamp? {
      transforms.ramp(at: time).map { TransformRamp(timeRange: $0.timeRange, start: $0.start, end: $0.end) }
    }

    /// As ``opacityRamp(at:)``, of the crop rectangle.
    public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? {
      crops.ramp(at: time).map { CropRectangleRamp(timeRange: $0.timeRange, start: $0.start, end: $0.end) }
    }
  }

  /// An image, equal to itself alone.
  fileprivate struct Recipe: Hashable, Sendable {
    let image: CIImage

    static func == (a: Recipe, b: Recipe) -> Bool { a.image === b.image }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
  }

  /// From one opacity to another.
  public struct OpacityRamp: Hashable, Sendable {
    /// When it changes, in the composition's time.
    public var timeRange: CMTimeRange
    /// 0...1.
    public var start: Float
    /// 0...1.
    public var end: Float

    /// From one value at the range's start to another at its end.
    public init(timeRange: CMTimeRange, start: Float, end: Float) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// From one transform to another.
  public struct TransformRamp: Hashable, Sendable {
    /// When it changes, in the composition's time.
    public var timeRange: CMTimeRange
    /// From the track's natural size to the composition, both with the origin at the top left.
    public var start: CGAffineTransform
    /// As ``start``.
    public var end: CGAffineTransform

    /// From one value at the range's start to another at its end.
    public init(timeRange: CMTimeRange, start: CGAffineTransform, end: CGAffineTransform) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// From one crop rectangle to another.
  public struct CropRectangleRamp: Hashable, Sendable {
    /// When it changes, in the composition's time.
    public var timeRange: CMTimeRange
    /// In the track's natural size, origin at the top left.
    public var start: CGRect
    /// As ``start``.
    public var end: CGRect

    /// From one value at the range's start to another at its end.
    public init(timeRange: CMTimeRange, start: CGRect, end: CGRect) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }
}

extension AVVideoCompositionLayerInstruction.Configuration {
  /// The first ramp, if any, that no picture can be made with.
  package var unusableTime: CMTimeRange? {
    opacities.ramps.first { !$0.isUsable }?.timeRange ?? transforms.ramps.first { !$0.isUsable }?.timeRange
      ?? crops.ramps.first { !$0.isUsable }?.timeRange
  }

  /// Whether pictures stay as they are all through a range.
  package func isUntouched(in range: CMTimeRange) -> Bool {
    opacities.isNeutral(in: range) && transforms.isNeutral(in: range) && crops.isNeutral(in: range)
  }

  package func changes(in range: CMTimeRange) -> Bool {
    opacities.changes(in: range) || transforms.changes(in: range) || crops.changes(in: range)
  }
}
