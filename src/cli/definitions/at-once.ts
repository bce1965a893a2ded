/** Enough to keep a service busy that shares commits, and few enough to leave it capacity for others. */
export const REQUESTS_AT_ONCE = 16

export interface AtOnceOptions {
  readonly atOnce?: number
  /** The signal after which nothing new begins. */
  readonly stop?: AbortSignal
  /** After each one that has ended. */
  readonly onDone?: (doneCount: number) => void
}

/**
 * `act` for each item, a few at a time; the results in the order of the items, undefined for those that were not begun.
 * What it throws ends the whole.
 */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { atOnce = REQUESTS_AT_ONCE, stop, onDone }: AtOnceOptions = {},
): Promise<readonly (Result | undefined)[]> {
  const results: (Result | undefined)[] = items.map(() => undefined)
  let next = 0
  let doneCount = 0
  const work = async () => {
    for (;;) {
      if (next >= items.length || stop?.aborted) return
      const index = next
      next += 1
      results[index] = await act(items[index] as Item)
      doneCount += 1
      onDone?.(doneCount)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return results
}
