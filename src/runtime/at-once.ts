/** There at once as a rule: who waited for a promise of it each time would give others their turn each time. */
export type AtOnce<Value> = Value | Promise<Value>

/** Makes something of the value, at once if it is there. */
export function andThen<Value, Result>(value: AtOnce<Value>, make: (value: Value) => Result): AtOnce<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}
