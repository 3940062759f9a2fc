/// A description of sound at an address that stays, as C-style functions return it.
// Sendable: it is written once, before anybody reads it.
@safe final class DescribedSound: @unchecked Sendable {
  let pointer: UnsafePointer<AudioStreamBasicDescription>

  init(_ description: AudioStreamBasicDescription) {
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    unsafe memory.initialize(to: description)
    unsafe pointer = unsafe UnsafePointer(memory)
  }

  deinit { unsafe pointer.deallocate() }
}

/// How sound is sampled; nil for what is no sound. Valid as long as the description.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  unsafe desc.describedSound.map { unsafe $0.pointer }
}
