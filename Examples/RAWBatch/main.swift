// Develops a folder of RAW files: of each an SDR picture with a gain map to its HDR, and a small one for a contact sheet.
// usage: RAWBatch FOLDER OUTPUT-FOLDER
import Foundation
import Headroom

/// One file; its errors end it alone.
func develop(_ file: URL, into folder: URL, with context: CIContext) throws -> Float {
  let filter = try CIRAWFilter(reading: file)
  filter.look = .camera
  guard let sdr = filter.outputImage else { throw CocoaError(.fileReadCorruptFile) }
  filter.extendedDynamicRangeAmount = 1
  guard let hdr = filter.outputImage else { throw CocoaError(.fileReadCorruptFile) }
  let name = file.deletingPathExtension().lastPathComponent
  let space = CGColorSpace(name: CGColorSpace.displayP3)!
  try context.writeHEIFRepresentation(
    of: sdr, to: folder.appending(path: "\(name).heic"), format: .RGBA8, colorSpace: space, options: [.hdrImage: hdr])

  // A draft at a quarter of the size is read and developed in a fraction of the time.
  filter.extendedDynamicRangeAmount = 0
  filter.isDraftModeEnabled = true
  filter.scaleFactor = 0.25
  if let small = filter.outputImage {
    try context.writeJPEGRepresentation(
      of: small, to: folder.appending(path: "\(name)-small.jpg"), colorSpace: space, options: [:])
  }
  return hdr.contentHeadroom
}

guard CommandLine.arguments.count == 3 else {
  print("usage: RAWBatch FOLDER OUTPUT-FOLDER")
  exit(2)
}
let source = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let output = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)
try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
let endings: Set = ["dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef"]
let files = try FileManager.default.contentsOfDirectory(at: source, includingPropertiesForKeys: nil)
  .filter { endings.contains($0.pathExtension.lowercased()) }
  .sorted { $0.path < $1.path }

// A context keeps plans from file to file; each render uses all cores, so files come one after the other.
let context = CIContext(options: [.cacheIntermediates: false])
var failures = 0
for file in files {
  let start = ContinuousClock.now
  do {
    let headroom = try develop(file, into: output, with: context)
    print("\(file.lastPathComponent): headroom \(headroom), \(ContinuousClock.now - start)")
  } catch {
    failures += 1
    print("\(file.lastPathComponent): \(error)")
  }
}
print("\(files.count - failures) of \(files.count) developed")
exit(failures == 0 ? 0 : 1)
