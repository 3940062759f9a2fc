extension SoundGain {
  /// The volume of a track over the time of its asset; nil where it leaves everything as it is.
  init?(_ volumes: RampList<SoundVolume>) {
    guard let first = volumes.ramps.first else { return nil }
    var points: [Point] = []
    if first.timeRange.start > .zero {
      points.append(Point(time: .zero, value: Double(SoundVolume.neutral.factor), curve: .hold))
    }
    for ramp in volumes.shownRamps {
      let isStep = ramp.start == ramp.end
      points.append(
        Point(time: ramp.timeRange.start, value: Double(ramp.start.factor), curve: isStep ? .hold : .linear))
      if !isStep { points.append(Point(time: ramp.timeRange.end, value: Double(ramp.end.factor), curve: .hold)) }
    }
    self.init(points: points)
    if isOne { return nil }
  }
}
