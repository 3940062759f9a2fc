import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

/// Settings by presets.
@Suite("Settings assistants")
struct SettingsAssistantTests {
  private static func hlg(_ width: Int, _ height: Int) throws -> CMFormatDescription {
    try CMFormatDescription(
      videoCodecType: .hevc, width: width, height: height,
      extensions: [
        .colorPrimaries: .colorPrimaries(.itu_R_2020), .transferFunction: .transferFunction(.itu_R_2100_HLG),
        .yCbCrMatrix: .yCbCrMatrix(.itu_R_2020),
      ])
  }

  @Test("HEVC keeps HLG in 10 bits, H.264 makes SDR; a writer takes both")
  func ranges() throws {
    let writer = try AVAssetWriter(outputURL: .init(filePath: "/tmp/none.mov"), fileType: .mov)
    for preset in AVOutputSettingsAssistant.availableOutputSettingsPresets() {
      let assistant = try #require(AVOutputSettingsAssistant(preset: preset))
      assistant.sourceVideoFormat = try Self.hlg(3840, 2160)
      let settings = try #require(assistant.videoSettings)
      let colors = settings[AVVideoColorPropertiesKey] as? [String: String]
      let isHEVC = preset.rawValue.contains("HEVC")
      let transfer = isHEVC ? AVVideoTransferFunction_ITU_R_2100_HLG : AVVideoTransferFunction_ITU_R_709_2
      #expect(colors?[AVVideoTransferFunctionKey] == transfer)
      #expect(writer.canApply(outputSettings: settings, forMediaType: .video), "\(preset.rawValue)")
      #expect(writer.canApply(outputSettings: assistant.audioSettings, forMediaType: .audio))
    }
  }

  @Test("Pictures keep their shape and never grow")
  func sizes() throws {
    for (source, expected) in [((640, 360), (640, 360)), ((4000, 2000), (1920, 960)), ((2160, 3840), (1080, 1920))] {
      let assistant = try #require(AVOutputSettingsAssistant(preset: .hevc1920x1080))
      assistant.sourceVideoFormat = try Self.hlg(source.0, source.1)
      #expect(assistant.videoSettings?[AVVideoWidthKey] as? Int == expected.0)
      #expect(assistant.videoSettings?[AVVideoHeightKey] as? Int == expected.1)
    }
    #expect(AVOutputSettingsAssistant(preset: AVOutputSettingsPreset(rawValue: "none")) == nil)
  }
}
