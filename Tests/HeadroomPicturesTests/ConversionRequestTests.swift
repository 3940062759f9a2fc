import HeadroomContainers
import HeadroomImageIO
import HeadroomPictures
import Testing

/// Conversions as JSON.
@Suite("Requests as JSON")
struct ConversionRequestTests {
  private func request(_ text: String, format: TargetFormat? = nil) throws(PictureError) -> ConversionRequest {
    try ConversionRequest(parsing: Array(text.utf8), name: "job.json", format: format)
  }

  @Test func `say what options say`() throws {
    let request = try request(
      """
      {"schema": 1, "format": "jpeg", "rendition": "keep", "resize": "1600x1600", "quality": 85, "gainMap": "auto",
       "strip": ["personal", "gps"], "filters": ["CIVibrance amount=0.4"], "strict": false, "exposure": -0.5, "rotate": 450,
       "temperature": 5200, "lensCorrection": "off", "index": 2, "overlayOpacity": 0.5, "overlay": "logo.png", "depth": 8,
       "background": null}
      """)
    #expect(request.target.format.name == "jpeg" && request.target.quality == 85 && !request.target.isStrict)
    #expect(request.geometry.resize == .fit(width: 1600, height: 1600) && request.geometry.rotation == 90)
    #expect(request.target.strippedParts == [.personal, .location] && request.filters.count == 1)
    #expect(request.exposure == .stops(-0.5) && request.development.temperature == 5200)
    #expect(request.development.lensCorrection == .off && request.place.index == 2 && request.place.isChosen)
    #expect(request.overlay?.path == "logo.png" && request.overlay?.opacity == 0.5 && request.target.depth == .bits8)
  }

  @Test func `take the format of the output where they name none`() throws {
    #expect(try request(#"{"schema": 1}"#, format: TargetFormat(named: "png")).target.format.name == "png")
    #expect(throws: PictureError.self) { try request(#"{"schema": 1}"#) }
  }

  @Test(
    "name the place of a mistake",
    arguments: [
      (#"[1]"#, "$", "expected an object, found a list"), (#"{"format": "jpeg"}"#, "$", "'schema' is missing; it is 1"),
      (#"{"schema": 2, "format": "jpeg"}"#, "$.schema", "this version reads schema 1"),
      (#"{"schema": 1, "format": "jpeg", "qualty": 80}"#, "$.qualty", "is no setting; did you mean 'quality'?"),
      (#"{"schema": 1, "format": "jpeg", "quality": 101}"#, "$.quality", "a quality is a number from 0 to 100"),
      (#"{"schema": 1, "format": "jpeg", "quality": [80]}"#, "$.quality", "expected one value, found a list"),
      (#"{"schema": 1, "format": "jpeg", "lossless": "maybe"}"#, "$.lossless", "expected true or false"),
      (
        #"{"schema": 1, "format": "jpeg", "strip": ["gps", "gsp"]}"#, "$.strip[1]",
        "'gsp' is not one of gps, personal, all"
      ),
      (#"{"schema": 1, "format": "jpeg", "at": "center"}"#, "$.at", "there is no 'overlay'"),
      (
        #"{"schema": 1, "format": "jpeg", "crop": {}}"#, "$.crop",
        "expected text, a number, true or false, found an object"
      ),
    ])
  func mistakes(_ text: String, _ path: String, _ reason: String) {
    let error = #expect(throws: PictureError.self) { try request(text) }
    #expect(error?.part == path && error?.file == "job.json")
    #expect(error?.text.hasPrefix(reason) ?? false, "\(error?.text ?? "")")
  }

  @Test func `mention settings as their readers know them`() {
    let text =
      "\(Setting.gainMap.mention("rgb")) keeps colours (\(Setting.gainMapScale.mention), \(Setting.filters.mention))"
    #expect(SettingWords.options.text(text) == "--gain-map rgb keeps colours (--gain-map-scale, --filter)")
    #expect(SettingWords.members.text(text) == #""gainMap": "rgb" keeps colours ("gainMapScale", "filters")"#)
  }
}
