/** Work that may be long, cut into steps: between two of them others may have their turn. Each takes some milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** All of it at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** What cannot be cut. */
export function* inOneStep<Result>(work: () => Result): Steps<Result> {
  yield
  return work()
}
