/// Calls a closure.
///
/// Objects are released on Linux when their last reference goes, so that there is no pool to drain. The function is
/// there for code that needs it on Apple platforms.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}
