internal import HeadroomContainers
internal import HeadroomPixels

/// Runs two jobs at the same time where a second thread is free: the pictures of a gain map file are independent.
///
/// Both run to their end, whatever the other does; the progress is that of the first.
func concurrently<First: Sendable, Second: Sendable>(
  _ first: @Sendable () throws(ImageIOError) -> First, _ second: @Sendable () throws(ImageIOError) -> Second
) -> (first: Result<First, ImageIOError>, second: Result<Second, ImageIOError>) {
  let one = SharedAccumulator<Result<First, ImageIOError>?>(nil)
  let other = SharedAccumulator<Result<Second, ImageIOError>?>(nil)
  ThreadPool.shared.concurrentPerform(2) { index in
    if index == 0 {
      let result = Result { () throws(ImageIOError) in try first() }
      one.update { $0 = result }
    } else {
      let silent = TaskContext.current?.withoutProgress() ?? TaskContext()
      let result = Result { () throws(ImageIOError) in try silent.bound(second) }
      other.update { $0 = result }
    }
  }
  let missing = ImageIOError.internalError("a job of two did not run")
  return (one.value ?? .failure(missing), other.value ?? .failure(missing))
}
