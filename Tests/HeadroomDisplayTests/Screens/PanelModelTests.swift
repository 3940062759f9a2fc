import Foundation
import HeadroomColor
import HeadroomDisplay
import Testing

struct PanelModelTests {
  @Test func aHeadroomThatIsSetIsReadAsTheSameNumber() {
    for headroom in [1, 1.1, 3.7, 4, 4.93, 7.999] {
      #expect(PanelModel(potentialHeadroom: 8, currentHeadroom: headroom).currentHeadroom == headroom)
    }
  }

  @Test func headroomIsPeakOverWhiteWithinThePotential() {
    var panel = PanelModel(potentialHeadroom: 8, currentHeadroom: 4)
    #expect(panel.whiteLuminance == 203)
    panel.brightness = 0.75
    #expect(abs(panel.currentHeadroom - 4 * 203 / panel.whiteLuminance) < 1e-12 && panel.currentHeadroom < 4)
    panel.brightness = 1
    #expect(abs(panel.whiteLuminance - 1015) < 1e-9 && panel.currentHeadroom == 1, "812 cd/m² are below white")
    panel.brightness = 0
    #expect(abs(panel.whiteLuminance - 40.6) < 1e-9 && panel.currentHeadroom == 8, "limited by the potential")
    panel.brightness = 0.5
    #expect(panel.currentHeadroom == 4)
  }

  @Test func aRoomThatMakesPaperBrighterRaisesWhite() {
    var panel = PanelModel(potentialHeadroom: 8, currentHeadroom: 4)
    panel.ambientLight = 500
    #expect(panel.currentHeadroom == 4, "143 cd/m² of paper beside 203 of white")
    panel.ambientLight = 1000
    #expect(abs(panel.whiteLuminance - 900 / Double.pi) < 1e-9)
    #expect(abs(panel.currentHeadroom - 812 / (900 / Double.pi)) < 1e-9)
    panel.ambientLight = 100_000
    #expect(abs(panel.whiteLuminance - 1015) < 1e-9, "as far as the slider reaches")
  }

  @Test func settingTheHeadroomMovesThePeak() {
    var panel = PanelModel(potentialHeadroom: 8, currentHeadroom: 4)
    panel.brightness = 0.75
    panel.currentHeadroom = 3
    #expect(panel.currentHeadroom == 3)
    panel.brightness = 0.5
    #expect(panel.currentHeadroom > 3)
  }

  @Test func referenceModeHoldsWhiteAndPeakWhateverTheRoom() {
    for (potential, current) in [(16.0, 4.0), (2, 1), (400, 400)] {
      var panel = PanelModel(potentialHeadroom: potential, currentHeadroom: current)
      panel.referenceModeStatus = .enabled
      for (brightness, lux) in [(0, 0.0), (1, 0), (0.3, 20_000)] {
        (panel.brightness, panel.ambientLight) = (brightness, lux)
        let state = panel.state
        #expect(state.currentHeadroom == 10 && state.referenceHeadroom == 10 && state.whiteLuminance == 100)
        #expect(state.potentialHeadroom >= 10)
      }
    }
  }

  @Test func whatIsSetInReferenceModeShowsAfterIt() {
    var panel = PanelModel(potentialHeadroom: 8, currentHeadroom: 4)
    panel.referenceModeStatus = .enabled
    panel.currentHeadroom = 2
    #expect(panel.currentHeadroom == 10)
    panel.referenceModeStatus = .notEnabled
    #expect(panel.currentHeadroom == 2 && panel.state.referenceHeadroom == 0)
  }

  @Test func limitedKeepsWhiteAndGuaranteesNothing() {
    var panel = PanelModel(potentialHeadroom: 16, currentHeadroom: 4)
    panel.referenceModeStatus = .limited
    #expect(panel.whiteLuminance == 100 && panel.state.referenceHeadroom == 0)
    #expect(abs(panel.currentHeadroom - 8.12) < 1e-12, "812 cd/m² over 100")
    panel.brightness = 1
    #expect(abs(panel.currentHeadroom - 8.12) < 1e-12)
    panel.currentHeadroom = 6
    #expect(panel.currentHeadroom == 6)
    panel.currentHeadroom = 15
    #expect(panel.currentHeadroom == 10, "never more than the mode shows")
  }

  @Test func numbersOutsideAreBroughtInside() {
    for bad in [Double.nan, -1, -Double.infinity, 0] {
      let panel = PanelModel(potentialHeadroom: bad, currentHeadroom: bad)
      #expect(panel.potentialHeadroom == 1 && panel.currentHeadroom == 1)
    }
    var panel = PanelModel(potentialHeadroom: 8, currentHeadroom: 100)
    #expect(panel.currentHeadroom == 8)
    panel.brightness = .nan
    #expect(panel.brightness == 0)
    panel.brightness = 7
    #expect(panel.brightness == 1)
    panel.ambientLight = -.infinity
    #expect(panel.ambientLight == 0)
    panel.ambientLight = .infinity
    #expect(panel.ambientLight == 1e6)
  }

  @Test func aDisplayThatCutsNothingHasNoEnd() {
    let panel = PanelModel(potentialHeadroom: .infinity, currentHeadroom: .infinity)
    #expect(panel.currentHeadroom == .infinity)
  }

  @Test func theWhitePointIsManualInReferenceModeAlone() {
    var panel = PanelModel(potentialHeadroom: 16, currentHeadroom: 4)
    let white = Chromaticity(x: 0.314, y: 0.351)
    panel.manualWhitePoint = white
    #expect(panel.whitePoint == .d65)
    panel.referenceModeStatus = .enabled
    #expect(panel.whitePoint == white)
    for bad in [Chromaticity(x: 0, y: 0.3), Chromaticity(x: 0.3, y: .nan), Chromaticity(x: 0.7, y: 0.4)] {
      panel.manualWhitePoint = bad
      #expect(panel.whitePoint == white)
    }
    panel.manualWhitePoint = nil
    #expect(panel.whitePoint == .d65)
  }

  /// Potentials of Apple's documents, and the headrooms that they name for some brightness.
  @Test func theDeviceTableKeepsItsPromises() {
    func headrooms(_ device: DisplayDevice) -> [Double] {
      [0, 1].map { brightness in
        let display = SimulatedDisplay(device)
        display.brightness = brightness
        return (display.currentHeadroom * 100).rounded() / 100
      }
    }
    #expect(DisplayDevice.all.map(\.potentialHeadroom) == [2, 5, 8, 16, 400])
    #expect(headrooms(.conventional) == [2, 1])
    #expect(headrooms(.hdr10) == [5, 5])
    #expect(headrooms(.superRetinaXDR) == [8, 1.6])
    #expect(headrooms(.liquidRetinaXDR) == [16, 3.8])
    #expect(headrooms(.proDisplayXDR) == [400, 3.2])
  }

  @Test func fiveFormatsAreReference() {
    #expect(ReferenceFormat.allCases.count == 5)
    let kinds: [(CICP, ReferenceFormat?)] = [
      (.bt709Video, .bt709), (CICP(primaries: 6, transfer: 1, matrix: 6), .bt601),
      (CICP(primaries: 5, transfer: 1, matrix: 5), .bt601), (.sRGB, .sRGB), (.bt2100PQ, .hdr10), (.bt2100HLG, .hlg),
      (CICP(primaries: 9, transfer: 18, matrix: 9), .hlg), (.displayP3, nil), (CICP(primaries: 2, transfer: 2), nil),
      (CICP(primaries: 1, transfer: 1, matrix: 9), nil),
    ]
    for (cicp, format) in kinds { #expect(ReferenceFormat(cicp: cicp) == format, "\(cicp)") }
    #expect(ReferenceFormat.hdr10.peakLuminance == 1000 && ReferenceFormat.bt601.peakLuminance == 100)
  }

  @Test("In reference mode 10 is also the most", arguments: [2.0, 16, 400])
  func potentialOfReferenceMode(_ potential: Double) {
    let display = SimulatedDisplay(potentialHeadroom: potential, currentHeadroom: 2)
    #expect(display.screen.potentialEDRHeadroom == CGFloat(potential))
    display.referenceModeStatus = .enabled
    #expect(display.screen.potentialEDRHeadroom == 10 && display.screen.currentEDRHeadroom == 10)
    display.referenceModeStatus = .notEnabled
    #expect(display.screen.potentialEDRHeadroom == CGFloat(potential))
  }
}
