/// Why a text is no value of a setting.
package struct SettingProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
