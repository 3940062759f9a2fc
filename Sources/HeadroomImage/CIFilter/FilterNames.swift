/// Display names, made from the names in code.
package enum FilterNames {
  /// `CIGaussianBlur` to "Gaussian Blur", `inputTargetHeadroom` to "Target Headroom".
  package static func displayName(of name: String) -> String {
    var rest = Substring(name)
    for prefix in ["CI", "input"] where rest.hasPrefix(prefix) && rest.count > prefix.count {
      rest = rest.dropFirst(prefix.count)
      break
    }
    var result = ""
    var previous: Character = " "
    for character in rest {
      if character.isUppercase, previous.isLowercase { result.append(" ") }
      result.append(character)
      previous = character
    }
    return result
  }
}
