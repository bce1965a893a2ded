import { sentenceOf } from './problem.ts'

/** Counts successes, and refusals with their reasons. */
export interface Applied {
  readonly doneCount: number
  readonly refusals: ReadonlyMap<string, number>
}

/** Leaves the service and the browser's few connections to others. */
const TOGETHER = 4

/** Does the same to each, and goes on after a refusal. */
export async function applyToMany<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Applied> {
  const left = [...items]
  const refusals = new Map<string, number>()
  let doneCount = 0
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item)
        doneCount += 1
      } catch (error) {
        const why = sentenceOf(error)
        refusals.set(why, (refusals.get(why) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return { doneCount, refusals }
}
