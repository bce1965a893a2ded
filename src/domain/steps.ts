/** Given before a step that takes long by itself and cannot be cut: it gets a piece of its own. */
export const LONG_AHEAD = 'long ahead'

/**
 * Work that may be long, cut into steps: between two of them other work may go on. Each takes some milliseconds at
 * most.
 */
export type Steps<Result> = Generator<typeof LONG_AHEAD | undefined, Result, undefined>

/** All of it at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
