internal import Foundation
package import HeadroomImageIO
package import HeadroomPixels

/// The light of an input, measured before it is converted.
package struct SceneLight {
  package let meter: LightMeter

  package init(meter: LightMeter) { self.meter = meter }

  package var peak: Double { Double(meter.peak) }
  /// The headroom assumed for the picture; no single pixel decides.
  package var contentHeadroom: Double { meter.contentHeadroom }

  /// Whether anything is brighter than white after multiplying by a gain, apart from rounding.
  package func isBrighterThanWhite(exposedBy gain: Double) -> Bool { peak * gain > 1 + 1.0 / 64 }

  // MARK: Exposure

  /// The target for the geometric mean of a picture: a grey card.
  private static let grey = 0.18
  /// Above this geometric mean, half of the picture is some way above white: its numbers are not meant for a display.
  private static let tooBright = 2.0
  /// Below this nearly nothing is brighter than a sixteenth of white.
  private static let tooDark = 1.0 / 16

  /// The stops that bring the picture's geometric mean to 0.18, in tenths; 0 for a black picture.
  package var calibratingStops: Double {
    let average = meter.logAverage
    return average > 0 ? (10 * log2(Self.grey / average)).rounded() / 10 : 0
  }

  /// Whether light without any metadata cannot be relative to white.
  private var isUncalibrated: Bool {
    meter.logAverage > Self.tooBright || (peak > 0 && contentHeadroom < Self.tooDark)
  }

  /// The stops for a picture without a chosen exposure: 0 where its light is relative to white, or its file states its
  /// brightness.
  package func automaticStops(_ info: StillInfo) -> Double {
    info.isBrightnessUnknown && isUncalibrated ? calibratingStops : 0
  }

  /// The share of the pixels beyond what PQ holds, when multiplied by a gain.
  package func shareBeyondPQ(exposedBy gain: Double) -> Double {
    meter.share(above: 1.01 * LightMeter.largestHeadroom / gain)
  }
}
