/** Yielded before a long step that cannot be divided. */
export const LONG_AHEAD = 'long ahead'

/** Long work in steps of some milliseconds, between which other work may run. */
export type Steps<Result> = Generator<typeof LONG_AHEAD | undefined, Result, undefined>

/** Runs all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
