extension LosslessJPEG {
  /// The prediction of a sample before its difference is known (table H.1). Each prediction is a type, so that each has
  /// its own specialised loop.
  protocol Prediction {
    static func of(left: Int32, up: Int32, corner: Int32) -> Int32
  }

  enum Left: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { left }
  }

  enum Up: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { up }
  }

  enum Corner: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { corner }
  }

  enum Plane: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { left &+ up &- corner }
  }

  enum LeftAndSlope: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { left &+ (up &- corner) &>> 1 }
  }

  enum UpAndSlope: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { up &+ (left &- corner) &>> 1 }
  }

  enum Mean: Prediction {
    @inline(__always) static func of(left: Int32, up: Int32, corner: Int32) -> Int32 { (left &+ up) &>> 1 }
  }

  /// The sample from a prediction and a difference.
  @inline(__always)
  static func sample<P: Prediction>(
    _ prediction: P.Type, _ left: UInt16, _ up: UInt16, _ corner: UInt16, _ difference: UInt16
  ) -> UInt16 {
    UInt16(truncatingIfNeeded: P.of(left: Int32(left), up: Int32(up), corner: Int32(corner))) &+ difference
  }
}
