internal import CDispatch
internal import Glibc

/// Runs a job that recurses deeply on a thread with a large stack: threads of pools have half a megabyte only.
enum DeepStack {
  private static let byteCount = 512 << 20

  /// Waits for the job. Its memory is only touched as deep as the job goes.
  static func run<Result: Sendable>(_ job: () -> Result) -> Result {
    withoutActuallyEscaping(job) { escaping in
      let box = Box(escaping)
      var attributes = pthread_attr_t()
      unsafe pthread_attr_init(&attributes)
      unsafe pthread_attr_setstacksize(&attributes, byteCount)
      var thread = pthread_t()
      let argument = unsafe Unmanaged.passUnretained(box as AnyBox).toOpaque()
      let code = unsafe pthread_create(
        &thread, &attributes,
        { pointer in
          guard let pointer = unsafe pointer else { return nil }
          unsafe Unmanaged<AnyBox>.fromOpaque(pointer).takeUnretainedValue().run()
          return nil
        }, argument)
      unsafe pthread_attr_destroy(&attributes)
      guard code == 0 else { return escaping() }
      pthread_join(thread, nil)
      guard let result = box.result else { fatalError("the thread ended without a result") }
      return result
    }
  }

  private class AnyBox { func run() {} }

  private final class Box<Result>: AnyBox {
    let job: () -> Result
    var result: Result?
    init(_ job: @escaping () -> Result) { self.job = job }
    override func run() { result = job() }
  }
}
