import Dispatch
import Foundation
import HeadroomContainers
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// Frames that are decoded before they are asked for.
@Suite("Decoding ahead")
struct AheadReaderTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func film(frames: Int) throws -> MediaFile {
    let path = folder.path("film.mp4")
    try TestFilm.write(path, .hlg, frames: frames) { frame, _, _ in (100 + 10 * frame, 512, 512) }
    return try MediaFile(path: path)
  }

  private func reader(_ file: MediaFile, runsAhead: Bool = true) throws -> AheadReader {
    let track = try #require(file.firstVideo)
    return AheadReader(runsAhead: runsAhead) { () throws(MediaError) in
      try file.reader(of: track, threads: 1, isScrubbing: false)
    }
  }

  /// Waits for something that another thread does soon.
  private func wait(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.002) }
    return condition()
  }

  @Test("gives the frames that are asked for, however the threads meet", arguments: [true, false])
  func frames(_ runsAhead: Bool) throws {
    let file = try film(frames: 24)
    for round in 0..<10 {
      let reader = try reader(file, runsAhead: runsAhead)
      for number in 0..<24 { reader.expect(number) }
      for number in 0..<24 where round % 2 == 0 || number % 3 != 1 {
        #expect(try reader.frame(number).picture.code(0, 3, 3) == 100 + 10 * number)
      }
      reader.close()
    }
  }

  @Test("gives two threads their frames, which one of them decodes itself")
  func twoThreads() throws {
    let file = try film(frames: 4)
    let track = try #require(file.firstVideo)
    let mayOpen = DispatchSemaphore(value: 0)
    let reader = AheadReader(runsAhead: false) { () throws(MediaError) in
      mayOpen.wait()
      return try file.reader(of: track, threads: 1, isScrubbing: false)
    }
    let codes = Mutex<[Int: Int]>([:])
    for number in 0..<3 {
      Thread.detachNewThread {
        let code = try? reader.frame(number).picture.code(0, 3, 3)
        codes.withLock { $0[number] = code }
      }
    }
    // Meanwhile all but one wait for the decoder.
    Thread.sleep(forTimeInterval: 0.1)
    mayOpen.signal()
    #expect(wait { codes.withLock { $0.count } == 3 })
    #expect(codes.withLock { $0 } == [0: 100, 1: 110, 2: 120])
  }

  @Test("stops at four frames, and goes on when one is taken")
  func limit() throws {
    let reader = try reader(try film(frames: 12))
    for number in 0..<12 { reader.expect(number) }
    #expect(wait { reader.waitingCount == AheadReader.mostWaiting })
    Thread.sleep(forTimeInterval: 0.05)
    #expect(reader.waitingCount == 4)
    #expect(try reader.frame(0).picture.code(0, 3, 3) == 100)
    #expect(wait { reader.waitingCount == 4 })
    #expect(try reader.frame(2).picture.code(0, 3, 3) == 120)
    reader.close()
    #expect(reader.waitingCount == 0)
  }

  @Test("decodes a frame that stays for several pictures once")
  func held() throws {
    let reader = try reader(try film(frames: 6))
    for number in [0, 0, 0, 1, 1, 5] { reader.expect(number) }
    #expect(wait { reader.waitingCount == 3 })
    Thread.sleep(forTimeInterval: 0.05)
    #expect(reader.waitingCount == 3)
    for number in [0, 1, 5] { #expect(try reader.frame(number).picture.code(0, 3, 3) == 100 + 10 * number) }
  }

  @Test("tells of what does not decode when it is asked for, with its time")
  func failures() throws {
    let whole = try film(frames: 8)
    let index = try #require(whole.firstVideo?.index)
    // The last place in the order of decoding behind which only later frames come.
    let lost = try #require(
      (2..<8).last { count in
        index.frames.prefix(count).allSatisfy { $0.sample < count }
      })
    var bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "film.mp4")))
    for sample in index.samples[lost...] {
      for place in try #require(sample.range).dropFirst(4) { bytes[place] = 0xFF }
    }
    let reader = try reader(try MediaFile(FileBytes(bytes)))
    for number in 0..<8 { reader.expect(number) }
    #expect(wait { reader.waitingCount == 4 })
    for number in 0..<lost { #expect(try reader.frame(number).picture.code(0, 3, 3) == 100 + 10 * number) }
    let error = #expect(throws: MediaError.self) { try reader.frame(lost) }
    #expect(error?.time == index.frames[lost].time && error?.track == 1)
  }

  @Test("ends with the work that it is for")
  func cancellation() throws {
    let file = try film(frames: 12)
    let context = TaskContext()
    let reader = try context.bound { () throws -> AheadReader in try self.reader(file) }
    for number in 0..<12 { reader.expect(number) }
    #expect(wait { reader.waitingCount == 4 })
    context.cancel()
    for number in 0..<4 { _ = try reader.frame(number) }
    #expect(throws: MediaError.self) { for number in 4..<12 { _ = try reader.frame(number) } }
  }

  @Test("needs no more memory than decoding one frame after the other, where there is no more")
  func memory() throws {
    let file = try film(frames: 16)
    /// Why the frames do not all decode within so many bytes; nil where they do.
    func refusal(_ limit: Int, runsAhead: Bool) throws -> MediaError? {
      let ledger = MemoryLedger()
      ledger.limit = limit
      return try TaskContext().part(from: 0, to: 1, countedIn: ledger).bound {
        let reader = try reader(file, runsAhead: runsAhead)
        defer { reader.close() }
        for number in 0..<16 { reader.expect(number) }
        do throws(MediaError) {
          for number in 0..<16 {
            // More or less has run ahead.
            if runsAhead { Thread.sleep(forTimeInterval: .random(in: 0...0.002)) }
            _ = try reader.frame(number)
          }
        } catch { return error }
        return nil
      }
    }
    var pages = 1
    while let error = try refusal(pages << 12, runsAhead: false) {
      // Decoders call it damage.
      #expect(error.reason == .outOfMemory)
      pages += 1
      try #require(pages < 400)
    }
    #expect(pages > 1)
    for _ in 0..<100 { #expect(try refusal(pages << 12, runsAhead: true) == nil) }
  }

  @Test("does not open what nobody wants")
  func opening() throws {
    let opened = Atomic(0)
    let file = try film(frames: 2)
    let track = try #require(file.firstVideo)
    do {
      let reader = AheadReader(runsAhead: true) { () throws(MediaError) in
        opened.wrappingAdd(1, ordering: .relaxed)
        return try file.reader(of: track, threads: 1, isScrubbing: false)
      }
      reader.close()
      reader.expect(0)
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(opened.load(ordering: .relaxed) == 0)
  }
}
