/**
 * Waits for a condition to hold; says what it was still waiting for when the limit is reached. The limit is for what goes wrong,
 * and far beyond what a busy machine takes.
 */
export async function eventually<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 30_000,
): Promise<T> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > giveUpAt) throw new Error(`still not so after ${limitMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
