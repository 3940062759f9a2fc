// The filters are declared in Swift.
