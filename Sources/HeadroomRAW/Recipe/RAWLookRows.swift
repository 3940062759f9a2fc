internal import HeadroomColor
internal import HeadroomPixels

/// The look of a sensor's light over rows; see ``RAWLook``.
struct RAWLookRows: Sendable {
  private let hueSat: HueSatTable?
  private let look: HueSatTable?
  private let localToneMap: GainTable?
  private let localAmount: Float
  private let baselineGain: Float
  /// The gain with a curve, and the gain without one.
  private let gain: Float
  private let linearGain: Float
  private let boost: Float
  /// The full curve, and the part of it that also applies to linear light.
  private let curve: RAWToneRows
  private let linear: RAWToneRows
  private let colors: ColorLayerRows?
  /// The camera's own look; it belongs to the full curve.
  private let camera: CameraLookRows?
  private let gamut: GamutCompression?
  private let area: LensArea

  /// Inconsistent tables are left out; opening the file gave a warning.
  init(
    _ picture: RAWPicture, _ settings: RAWSettings, lightWeights: [Double], _ area: LensArea, camera: CameraLook? = nil
  ) {
    let (header, tables) = (picture.header, picture.lookTables)
    let profile = header.profiles.first
    let range: HueSatTable.Range = profile?.isHDR == true ? .high : .standard
    hueSat = tables.hueSat.table(for: lightWeights) {
      profile.flatMap { HueSatMap.blended($0.hueSatMaps, weights: lightWeights) }
        .flatMap { try? HueSatTable($0, range: range) }
    }
    look = tables.look.table(for: true) { profile?.lookTable.flatMap { try? HueSatTable($0, range: range) } }
    localToneMap = tables.localToneMap.table(for: [area.width, area.height]) {
      profile?.gainTableMap.flatMap { try? GainTable($0, width: area.width, height: area.height) }
    }
    localAmount = Float(settings.localToneMap)
    baselineGain = Float(Libm.exp2(settings.baselineExposure))
    let profileCurve = Self.toneCurve(profile)
    // An SDR profile's curve applies negative exposure itself, so that white stays white.
    let darkening = profileCurve.map { $0.isHDR ? 0 : min(settings.baselineExposure, 0) } ?? 0
    gain = Float(Libm.exp2(settings.baselineExposure - darkening + settings.exposure))
    boost = Float(settings.boostAmount)
    var tone = settings.tone
    tone.boost = 1
    curve = Self.tone(tone, profileCurve, darkening: darkening, in: tables.curve)
    tone.boost = 0
    linear = Self.tone(tone, nil, darkening: 0, in: tables.linear)
    linearGain = Float(Libm.exp2(settings.baselineExposure + settings.exposure))
    let isOpen = settings.extendedDynamicRange > 0
    colors = tables.colors.table(for: isOpen) {
      profile?.colorTables.flatMap {
        ColorLayerRows($0, masks: header.colorMasks, isHDR: profile?.isHDR == true, isOpen: isOpen)
      }
    }
    self.camera = camera.flatMap { look in
      tables.camera.table(for: look) { CameraLookRows(look, primaries: RAWRecipe.encoding.primaries) }
    }
    let peak = settings.headroom(profile)
    gamut = settings.mapsGamut ? GamutCompression(from: RAWRecipe.encoding.primaries, into: .p3D65, peak: peak) : nil
    self.area = area
  }

  private static func tone(
    _ settings: RAWToneSettings, _ profile: ProfileToneCurve?, darkening: Double,
    in slot: TableSlot<RAWLookTables.ToneKey, RAWToneRows>
  ) -> RAWToneRows {
    let key = RAWLookTables.ToneKey(settings: settings, darkening: darkening)
    return slot.table(for: key) {
      RAWToneRows(
        RAWToneCurve(settings, profile: profile, darkening: darkening, isBounded: false),
        primaries: RAWRecipe.encoding.primaries)
    }
  }

  /// A profile's own curve; nil selects the development's curve.
  static func toneCurve(_ profile: CameraProfile?) -> ProfileToneCurve? {
    guard let profile, !profile.toneCurve.isEmpty || profile.isHDR else { return nil }
    return try? ProfileToneCurve(points: profile.toneCurve, isHDR: profile.isHDR)
  }

  func apply(_ rows: RowPointers, _ count: Int, x: Int, y: Int) {
    if boost < 1, boost > 0 {
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * count) { scratch in
        guard let base = scratch.baseAddress else { return }
        let looked = unsafe RowPointers(base: base, stride: count)
        unsafe rows.copyColors(to: looked, count)
        unsafe render(looked, count, x, y, isWhole: true)
        unsafe render(rows, count, x, y, isWhole: false)
        for plane in 0..<3 { unsafe mix(rows.plane(plane), looked.plane(plane), count) }
      }
    } else {
      unsafe render(rows, count, x, y, isWhole: boost == 1)
    }
    if let gamut { unsafe gamut.apply(rows, count) }
  }

  private func render(_ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int, isWhole: Bool) {
    guard isWhole else {
      unsafe mapLocally(rows, count, x, y)
      for plane in 0..<3 { unsafe scale(rows.plane(plane), by: linearGain, count) }
      return unsafe linear.apply(rows, count)
    }
    unsafe prepare(rows, count, x, y)
    unsafe camera?.apply(rows, count)
    unsafe finish(rows, count, x, y)
  }

  /// Prepares the profile's light for the camera's look and the tone curve.
  func prepare(_ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int) {
    unsafe hueSat?.apply(rows, count)
    unsafe mapLocally(rows, count, x, y)
    for plane in 0..<3 { unsafe scale(rows.plane(plane), by: gain, count) }
    unsafe look?.apply(rows, count)
  }

  /// Applies the remaining steps, except the gamut.
  private func finish(_ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int) {
    unsafe curve.apply(rows, count)
    unsafe colors?.apply(rows, count, x: x + area.left, y: area.row(y), width: area.width, height: area.height)
  }

  /// Develops prepared light to light for a display.
  func develop(_ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int) {
    unsafe camera?.apply(rows, count)
    unsafe finish(rows, count, x, y)
    unsafe gamut?.apply(rows, count)
  }

  /// Rows of the map run from the top.
  private func mapLocally(_ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int) {
    unsafe localToneMap?.apply(
      rows, count, x: x + area.left, y: area.row(y), exposureScale: baselineGain, amount: localAmount)
  }

  private func scale(_ row: UnsafeMutablePointer<Float>, by gain: Float, _ count: Int) {
    for i in 0..<count { unsafe row[i] *= gain }
  }

  private func mix(_ row: UnsafeMutablePointer<Float>, _ looked: UnsafeMutablePointer<Float>, _ count: Int) {
    let boost = boost
    for i in 0..<count { unsafe row[i] += (unsafe looked[i] - row[i]) * boost }
  }
}
