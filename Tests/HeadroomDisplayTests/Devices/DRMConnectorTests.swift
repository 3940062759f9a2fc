import Foundation
import HeadroomDisplay
import HeadroomTestSupport
import Synchronization
import Testing

/// A folder as the kernel's, with screens that come and go.
struct ConnectorTree {
  let folder: TemporaryFolder
  var root: String { folder.url.path }

  init() throws { folder = try TemporaryFolder() }

  func plug(
    _ name: String, status: String = "connected", enabled: String = "enabled", modes: String = "1920x1080\n1280x720\n",
    edid: [UInt8]
  ) throws {
    let place = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data("\(status)\n".utf8).write(to: place.appending(path: "status"))
    try Data("\(enabled)\n".utf8).write(to: place.appending(path: "enabled"))
    try Data(modes.utf8).write(to: place.appending(path: "modes"))
    try Data(edid).write(to: place.appending(path: "edid"))
  }
}

struct DRMConnectorTests {
  @Test func connectorsAreFoldersOfCards() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-HDMI-A-1", edid: EDIDBuilder.hdr10.bytes)
    try tree.plug("card0-DP-1", status: "disconnected", enabled: "disabled", modes: "", edid: [])
    try tree.plug("card0-Writeback-1", status: "unknown", edid: [])
    try tree.plug("card0", edid: [])
    try tree.plug("renderD128", edid: [])
    try tree.plug("cardX-DP-1", edid: [])
    let connectors = DRMConnector.all(in: tree.root)
    #expect(connectors.map(\.name) == ["card0-DP-1", "card0-HDMI-A-1"])
    #expect(connectors.map(\.isConnected) == [false, true] && connectors.map(\.isEnabled) == [false, true])
    #expect(connectors[0].edid == nil)
    #expect(try connectors[1].edid?.get().productName == "HDR10 screen")
    #expect(connectors[1].modes.first == DisplayMode(width: 1920, height: 1080))
  }

  @Test func aMachineWithoutGraphicsHasNone() {
    #expect(DRMConnector.all(in: "/nowhere").isEmpty)
  }

  @Test func modesThatAreNoneAreLeftOut() throws {
    let tree = try ConnectorTree()
    try tree.plug("card1-DP-1", modes: "x\n1920\n0x5\n99999999999999999999x1\n-1x-1\n1920x1080i\n640x480\n", edid: [])
    let modes = DRMConnector.all(in: tree.root)[0].modes
    #expect(modes == [DisplayMode(width: 1920, height: 1080), DisplayMode(width: 640, height: 480)])
  }

  @Test func aSpoiledDescriptionIsAnErrorOfThatScreen() throws {
    let tree = try ConnectorTree()
    var bytes = EDIDBuilder.hdr10.bytes
    bytes[200] ^= 0x10
    try tree.plug("card0-DP-1", edid: bytes)
    let list = ScreenList(root: tree.root)
    #expect(list.real.count == 1 && list.real[0].edid == nil)
    #expect(list.real[0].connector.edid == .failure(.checksum(part: "block 1", offset: 255)))
    #expect(list.main.name == "card0-DP-1" && list.main.state.potentialHeadroom == 1)
    #expect(list.main.size == CGSize(width: 1920, height: 1080), "of the kernel's modes")
  }

  @Test func aLongDescriptionIsNotReadToItsEnd() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-DP-1", edid: [UInt8](repeating: 0, count: 1 << 20))
    guard case .failure = DRMConnector.all(in: tree.root)[0].edid else {
      Issue.record("a megabyte is no description")
      return
    }
  }
}

struct ScreenListTests {
  @Test func theHeadroomOfARealScreenIsItsPeakOver203() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-DP-1", edid: EDIDBuilder.panel.bytes)
    let screen = ScreenList(root: tree.root).main
    #expect(abs(screen.state.potentialHeadroom - 1600.0 / 203) < 1e-12)
    #expect(screen.state.currentHeadroom == screen.state.potentialHeadroom)
    #expect(screen.state.whiteLuminance == 203 && screen.state.referenceModeStatus == .notSupported)
  }

  @Test func whatIsGivenPicturesComesFirst() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-DP-1", enabled: "disabled", edid: EDIDBuilder.sdr.bytes)
    try tree.plug("card0-DP-2", edid: EDIDBuilder.hdr10.bytes)
    try tree.plug("card0-DP-3", status: "disconnected", edid: [])
    #expect(ScreenList(root: tree.root).all.map(\.name) == ["HDR10 screen", "Test screen"])
  }

  @Test func aScreenStaysTheSameObjectUntilAnotherIsPluggedIn() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-DP-1", edid: EDIDBuilder.sdr.bytes)
    let list = ScreenList(root: tree.root, interval: .zero)
    let (screen, face) = (list.main, ObjectIdentifier(list.main.uiScreen))
    #expect(list.main === screen && ObjectIdentifier(list.main.uiScreen) == face)
    try tree.plug("card0-DP-1", enabled: "disabled", edid: EDIDBuilder.sdr.bytes)
    #expect(list.main === screen, "it was only put to sleep")
    try tree.plug("card0-DP-1", edid: EDIDBuilder.hdr10.bytes)
    #expect(list.main !== screen && list.main.name == "HDR10 screen")
    try tree.plug("card0-DP-1", status: "disconnected", edid: [])
    #expect(list.real.isEmpty && list.main.name == "SDR")
  }

  @Test func appKitTellsOfScreensThatWerePluggedIn() throws {
    let tree = try ConnectorTree()
    let list = ScreenList(root: tree.root, interval: .zero)
    let names = [NSApplication.didChangeScreenParametersNotification]
    #expect(Notices.during(names) { _ = list.all }.isEmpty, "the first look is no news")
    try tree.plug("card0-DP-1", edid: EDIDBuilder.hdr10.bytes)
    #expect(Notices.during(names) { _ = list.main }.count == 1)
    #expect(Notices.during(names) { _ = list.main }.isEmpty)
  }

  @Test func theFilesAreReadAgainAfterAWhile() throws {
    let tree = try ConnectorTree()
    let list = ScreenList(root: tree.root, interval: .seconds(3600))
    #expect(list.all.count == 1)
    try tree.plug("card0-DP-1", edid: EDIDBuilder.hdr10.bytes)
    #expect(list.main.name == "SDR", "not yet")
    #expect(ScreenList(root: tree.root).main.name == "HDR10 screen")
  }

  @Test func withoutAnyScreenThereIsAPlainOne() {
    let list = ScreenList(root: "/nowhere")
    #expect(list.main.state == DisplayState(potentialHeadroom: 1, currentHeadroom: 1))
    #expect(list.all.map { ObjectIdentifier($0) } == [ObjectIdentifier(list.main)])
    #expect(list.main.size == CGSize(width: 1920, height: 1080))
  }

  @Test func connectedDisplaysStandBeforeRealOnesAndGiveTheirPlaceBack() throws {
    let tree = try ConnectorTree()
    try tree.plug("card0-DP-1", edid: EDIDBuilder.sdr.bytes)
    let list = ScreenList(root: tree.root)
    let displays = (0..<3).map { _ in SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4) }
    for display in displays { list.connect(display.faces) }
    #expect(list.main === displays[2].model && list.all.count == 4)
    list.disconnect(displays[1].model)
    #expect(list.main === displays[2].model)
    list.disconnect(displays[2].model)
    #expect(list.main === displays[0].model)
    list.disconnect(displays[2].model)
    list.disconnect(displays[0].model)
    #expect(list.main.name == "Test screen")
  }
}
