/// How many values there are.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// How many entries there are.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// How many UTF-16 units there are.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString?.utf16.count ?? 0 }

@available(*, unavailable, message: "values of Swift dictionaries have no address; write dictionary[key]")
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
  fatalError()
}

@available(*, unavailable, message: "values of Swift arrays have no address; write array[index]")
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! { fatalError() }

@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CFRetain(_ cf: CFTypeRef!) -> CFTypeRef! { fatalError() }

@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CFRelease(_ cf: CFTypeRef!) { fatalError() }

@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CFMakeCollectable(_ cf: CFTypeRef!) -> CFTypeRef! { fatalError() }

@available(*, unavailable, message: "values of Linux have no type numbers; ask with 'is' or 'as?'")
public func CFGetTypeID(_ cf: CFTypeRef!) -> UInt { fatalError() }

@available(*, unavailable, message: "compare with ==")
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool { fatalError() }
