/**
 * Long enough for a machine that has better things to do, and still before the runner ends the test, which could
 * not say what was awaited. A condition that comes true costs only the time that it takes.
 */
const LIMIT_MS = 240_000

/** Waits for a condition to hold, with a limit; says what it was still waiting for when the limit is reached. */
export async function eventually<T>(
  what: string | (() => string),
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = LIMIT_MS,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > giveUpAt) {
      throw new Error(`still not so after ${limitMs} ms: ${typeof what === 'string' ? what : what()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
