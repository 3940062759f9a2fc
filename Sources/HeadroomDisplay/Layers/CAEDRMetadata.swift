public import Foundation
internal import HeadroomColor
internal import HeadroomFilters
internal import HeadroomRAW

/// The metadata with which a screen tone maps the light in a ``CAMetalLayer``.
public final class CAEDRMetadata: NSObject, Sendable {
  enum Kind: Hashable, Sendable {
    /// - surroundNits: luminance of the surround in cd/m².
    case hlg(surroundNits: Double)
    /// - peakNits: the content's peak in cd/m², - unitNits: the luminance of 1.0 in the buffer.
    case hdr10(peakNits: Double, unitNits: Double)
  }

  let kind: Kind

  /// The error in the bytes that the metadata was made from, in a sentence; nil without one. The unreadable part counts
  /// as missing.
  public let payloadProblem: String?

  private init(_ kind: Kind, problem: String? = nil) {
    self.kind = kind
    payloadProblem = problem
    super.init()
    if let problem { DrawableRefusal("edrMetadata: \(problem)").report() }
  }

  /// Whether screens can tone map by metadata: always.
  public class var isAvailable: Bool { true }

  /// Light of HLG signals, shown with the system gamma of the screen's peak in a room of 5 cd/m².
  public class var hlg: CAEDRMetadata { CAEDRMetadata(.hlg(surroundNits: 5)) }

  /// As ``hlg``, in another room.
  ///
  /// - Parameter data: the 8 bytes of an ambient viewing environment (SEI 148, `amve`): illuminance in 0.0001 lux, then
  ///   x and y of the light in 0.00002, big-endian. The surround is assumed to be white and matt: its luminance is
  ///   illuminance / π.
  public class func hlg(ambientViewingEnvironment data: Data) -> CAEDRMetadata {
    do throws(HDRMetadataError) {
      let room = try AmbientViewingEnvironment(seiBytes: data)
      return CAEDRMetadata(.hlg(surroundNits: room.illuminanceLux / .pi))
    } catch {
      return CAEDRMetadata(.hlg(surroundNits: 5), problem: "ambientViewingEnvironment: \(error)")
    }
  }

  /// Light that was mastered on a display.
  ///
  /// - Parameters:
  ///   - minLuminance: black of the mastering display in cd/m². It is ignored: the screen's black is unknown and
  ///     assumed to be the same.
  ///   - maxLuminance: its peak in cd/m², above 0; others count as 1000.
  ///   - scale: the luminance in cd/m² that linear 1.0 stands for in the buffer, above 0; others count as 203. Above
  ///     `maxLuminance`, the buffer is assumed to hold shares of that luminance (10000 for PQ's whole range) and is
  ///     shown with 203 cd/m² as SDR white; otherwise 1.0 is SDR white.
  public class func hdr10(minLuminance: Float, maxLuminance: Float, opticalOutputScale scale: Float) -> CAEDRMetadata {
    CAEDRMetadata(
      .hdr10(
        peakNits: legal(Double(maxLuminance), else: 1000), unitNits: legal(Double(scale), else: ReferenceWhite.nits)))
  }

  /// As ``hdr10(minLuminance:maxLuminance:opticalOutputScale:)``, from the metadata that video carries.
  ///
  /// - Parameters:
  ///   - displayData: the 24 bytes of a mastering display colour volume (SEI 137, `mdcv`), or nil.
  ///   - contentData: the 4 bytes of a content light level (SEI 144, `clli`), or nil. Its largest level is the peak where it is
  ///     plausible and not above the display's.
  ///   - scale: as above. Without a peak, 1000 cd/m² is assumed.
  public class func hdr10(
    displayInfo displayData: Data?, contentInfo contentData: Data?, opticalOutputScale scale: Float
  ) -> CAEDRMetadata {
    var metadata = HDRMetadata()
    var problems: [String] = []
    do throws(HDRMetadataError) {
      if let displayData { metadata.mastering = try MasteringDisplayColorVolume(seiBytes: displayData) }
    } catch { problems.append("displayInfo: \(error)") }
    do throws(HDRMetadataError) {
      if let contentData { metadata.lightLevel = try ContentLightLevel(seiBytes: contentData) }
    } catch { problems.append("contentInfo: \(error)") }
    let peak = metadata.contentHeadroom(for: .itur2100PQ).value * ReferenceWhite.nits
    return CAEDRMetadata(
      .hdr10(peakNits: peak, unitNits: legal(Double(scale), else: ReferenceWhite.nits)),
      problem: problems.isEmpty ? nil : problems.joined(separator: "; "))
  }

  private static func legal(_ value: Double, else usual: Double) -> Double {
    value > 0 && value <= 1e6 ? value : usual
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? CAEDRMetadata)?.kind == kind }

  public override var hash: Int { kind.hashValue }
}

extension CAEDRMetadata {
  /// Sets how a path tone maps.
  ///
  /// HLG light goes back to the scene and through the screen's system. HDR10 uses the EETF of BT.2390, not the
  /// reference-white operator: the metadata states luminances, of which that curve is a function, and mid-tones stay
  /// where they were mastered.
  func mapTones(of path: inout EmissionPath, to target: Double, on state: DisplayState) {
    let encoding = path.contents.encoding
    switch kind {
    case .hlg(let surround):
      path.hlgDisplay = state.hlgSystem(headroom: target, encoding: encoding, surroundNits: surround)
    case .hdr10(let peak, let unit):
      // PQ light is decoded with 203 cd/m² at 1.0; other buffers have the stated unit.
      let stored = encoding.transfer.isHDR ? ReferenceWhite.nits : unit
      let white = unit > peak ? ReferenceWhite.nits : unit
      path.scales.before = Float(stored / white)
      path.toneMap = LuminanceTone(sourceNits: peak, targetNits: target * white, unit: white).map { .byLuminance($0) }
    }
  }
}
