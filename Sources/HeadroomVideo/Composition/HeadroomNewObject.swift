public import Foundation

/// Lends its table of methods: in it, as in that of every class that descends from `NSObject`, `init()` has one place.
///
/// A client's class is made through it without a `required init()` of its own. It is open, so that the compiler cannot take
/// it for the class that is made.
open class HeadroomNewObject: NSObject {
  public required override init() { super.init() }
}
