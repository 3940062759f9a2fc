/// Google's directory of the items after a file's first picture, in file order.
struct ContainerDirectory {
  /// Bytes of the gain map, in files that describe it as Ultra HDR.
  let gainMapSize: Int?
  /// Bytes of a motion photo's video, which ends the file.
  let motionSize: Int?
  /// The picture's time in the video, in microseconds; -1 where it is unknown.
  private let timestamp: String

  /// - Parameter packet: the picture's previous packet.
  init(gainMapSize: Int?, motionSize: Int?, of packet: [UInt8]?) {
    self.gainMapSize = gainMapSize
    self.motionSize = motionSize
    timestamp = motionSize == nil ? "" : packet.flatMap { try? XMPPacket(parsing: $0) }.flatMap(Self.timestamp) ?? "-1"
  }

  private static func timestamp(_ packet: XMPPacket) -> String? {
    ["MotionPhotoPresentationTimestampUs", "MicroVideoPresentationTimestampUs"].lazy
      .compactMap { packet[XMPNamespace.camera, $0]?.text }.first { Int($0) != nil }
  }

  /// A description for the packet; nil where there is nothing to list.
  var description: String? {
    guard gainMapSize != nil || motionSize != nil else { return nil }
    var items = [item("Primary", "image/jpeg", nil)]
    if let gainMapSize { items.append(item("GainMap", "image/jpeg", gainMapSize)) }
    if let motionSize { items.append(item("MotionPhoto", "video/mp4", motionSize)) }
    // The prefix is declared again: the packet that this goes into may bind another one.
    return
      "<rdf:Description xmlns:rdf=\"\(XMPNamespace.rdf)\" rdf:about=\"\"\(marks)"
      + " xmlns:Container=\"\(XMPNamespace.container)\" xmlns:Item=\"\(XMPNamespace.containerItem)\">"
      + "<Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq></Container:Directory></rdf:Description>"
  }

  private var marks: String {
    var marks = ""
    if gainMapSize != nil { marks += " xmlns:hdrgm=\"\(XMPNamespace.hdrGainMap)\" hdrgm:Version=\"1.0\"" }
    if motionSize != nil {
      marks += " xmlns:GCamera=\"\(XMPNamespace.camera)\" GCamera:MotionPhoto=\"1\" GCamera:MotionPhotoVersion=\"1\""
      marks += " GCamera:MotionPhotoPresentationTimestampUs=\"\(timestamp)\""
    }
    return marks
  }

  private func item(_ semantic: String, _ type: String, _ length: Int?) -> String {
    let size = length.map { " Item:Length=\"\($0)\"" } ?? ""
    return "<rdf:li rdf:parseType=\"Resource\">"
      + "<Container:Item Item:Semantic=\"\(semantic)\" Item:Mime=\"\(type)\"\(size)/></rdf:li>"
  }
}
