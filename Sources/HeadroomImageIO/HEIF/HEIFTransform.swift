internal import HeadroomContainers
internal import HeadroomGraphics

/// One transform of an item.
enum HEIFTransform: Hashable, Sendable {
  /// `clap`.
  case crop(CleanAperture)
  /// `irot`: quarter turns counter-clockwise.
  case rotate(quarterTurns: UInt8)
  /// `imir`: axis 0 exchanges top and bottom, 1 left and right.
  case mirror(axis: UInt8)
}

extension HEIFTransform {
  /// The turns and mirrors of a track's matrix (``MovieTrack/matrix``), wherever it moves the picture to; nil for a
  /// matrix that also scales or shears it.
  static func turns(of matrix: [Int32]) -> [HEIFTransform]? {
    let one: Int32 = 1 << 16
    guard matrix.count == 9, matrix[2] == 0, matrix[5] == 0 else { return nil }
    switch (matrix[0], matrix[1], matrix[3], matrix[4]) {
    case (one, 0, 0, one): return []
    case (0, -one, one, 0): return [.rotate(quarterTurns: 1)]
    case (-one, 0, 0, -one): return [.rotate(quarterTurns: 2)]
    case (0, one, -one, 0): return [.rotate(quarterTurns: 3)]
    case (one, 0, 0, -one): return [.mirror(axis: 0)]
    case (-one, 0, 0, one): return [.mirror(axis: 1)]
    case (0, one, one, 0): return [.rotate(quarterTurns: 1), .mirror(axis: 0)]
    case (0, -one, -one, 0): return [.rotate(quarterTurns: 1), .mirror(axis: 1)]
    default: return nil
    }
  }
}

/// The combined transforms of an item: a rectangle of the stored picture, and its orientation.
struct HEIFPlacement: Hashable, Sendable {
  /// The part of the stored picture that is shown.
  private(set) var x = 0
  private(set) var y = 0
  private(set) var width: Int
  private(set) var height: Int
  // To be shown, the rectangle is first transposed, then mirrored.
  private var isTransposed = false
  private var isMirroredAcross = false
  private var isMirroredDown = false

  /// The whole of a picture, upright.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The EXIF orientation.
  var orientation: CGImagePropertyOrientation {
    CGImagePropertyOrientation(
      isTransposed: isTransposed, isMirroredAcross: isMirroredAcross, isMirroredDown: isMirroredDown)
  }

  /// Applies a transform to the part shown so far.
  ///
  /// - Returns: false for a crop that is empty or reaches outside; nothing changes then.
  mutating func apply(_ transform: HEIFTransform) -> Bool {
    switch transform {
    case .rotate(let quarterTurns): for _ in 0..<quarterTurns & 3 { turnCounterClockwise() }
    case .mirror(let axis): if axis == 0 { isMirroredDown.toggle() } else { isMirroredAcross.toggle() }
    case .crop(let aperture): return crop(aperture)
    }
    return true
  }

  /// A quarter turn counter-clockwise is a transposition, then an exchange of top and bottom.
  private mutating func turnCounterClockwise() {
    isTransposed.toggle()
    (isMirroredAcross, isMirroredDown) = (isMirroredDown, !isMirroredAcross)
  }

  private mutating func crop(_ aperture: CleanAperture) -> Bool {
    let (shownWidth, shownHeight) = isTransposed ? (height, width) : (width, height)
    guard let across = Self.span(aperture.width, aperture.horizontalOffset, of: shownWidth),
      let down = Self.span(aperture.height, aperture.verticalOffset, of: shownHeight)
    else { return false }
    var (left, top) = (across.lowerBound, down.lowerBound)
    if isMirroredAcross { left = shownWidth - across.upperBound }
    if isMirroredDown { top = shownHeight - down.upperBound }
    let (storedLeft, storedTop) = isTransposed ? (top, left) : (left, top)
    x += storedLeft
    y += storedTop
    (width, height) = isTransposed ? (down.count, across.count) : (across.count, down.count)
    return true
  }

  /// Whole pixels of an aperture along one axis; nil outside of the picture.
  private static func span(_ length: Double, _ offset: Double, of size: Int) -> Range<Int>? {
    let start = (Double(size) - length) / 2 + offset
    guard start > -0.5, length >= 0.5, start + length < Double(size) + 0.5 else { return nil }
    let first = max(Int(start.rounded()), 0)
    let end = min(first + max(Int(length.rounded()), 1), size)
    return first < end ? first..<end : nil
  }
}
