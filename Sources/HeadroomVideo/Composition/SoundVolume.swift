/// A factor of samples: 1 leaves them as they are, 2 is 6 dB louder.
package struct SoundVolume: RampValue {
  package var factor: Float

  package init(_ factor: Float) { self.factor = factor }

  package static let neutral = SoundVolume(1)
  package var isUsable: Bool { factor >= 0 && factor.isFinite }
  package func mixed(with other: SoundVolume, _ fraction: Double) -> SoundVolume {
    SoundVolume(factor.mixed(with: other.factor, fraction))
  }
}
