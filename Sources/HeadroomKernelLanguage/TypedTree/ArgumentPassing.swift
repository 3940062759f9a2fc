/// What goes into a function where it is called, and what comes back: the same whether values are lanes of one pixel or
/// values of a form.
protocol ArgumentPassing {
  associatedtype Lanes
  associatedtype Place

  mutating func value(of expression: TypedExpression) -> Lanes
  mutating func place(_ expression: TypedExpression) -> Place
  mutating func read(_ place: Place, as type: ValueType) -> Lanes
  mutating func zeros(_ type: ValueType) -> Lanes
}

/// Arguments, computed in their order before the first parameter gets its own: a function may be called with what it has
/// changed itself.
struct PassedArguments<Lanes, Place> {
  /// Parameters that begin with a value.
  var values: [(parameter: Variable, lanes: Lanes)] = []
  /// Parameters that stand for a place of the caller's.
  var places: [(parameter: Variable, place: Place)] = []
  /// Parameters whose value goes back to a place of the caller's at the end.
  var results: [(parameter: Variable, place: Place)] = []
}

extension ArgumentPassing {
  mutating func passed(
    _ arguments: [TypedExpression], to function: TypedFunction
  ) -> PassedArguments<Lanes, Place> {
    var passed = PassedArguments<Lanes, Place>()
    for (parameter, argument) in zip(function.parameters, arguments) {
      let variable = parameter.variable
      switch parameter.passing {
      case .value where variable.type.isPointer, .reference: passed.places.append((variable, place(argument)))
      case .value: passed.values.append((variable, value(of: argument)))
      case .output, .inputOutput:
        let place = place(argument)
        passed.results.append((variable, place))
        let isUnset = parameter.passing == .output
        passed.values.append((variable, isUnset ? zeros(variable.type) : read(place, as: variable.type)))
      }
    }
    return passed
  }
}
