/** Waits for a condition to hold, with a limit; says what it was still waiting for when the limit is reached. */
export async function eventually<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 10_000,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > giveUpAt) throw new Error(`still not so after ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
