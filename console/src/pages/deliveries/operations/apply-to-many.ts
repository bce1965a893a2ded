import { sentenceOf } from '../../../api/problem.ts'

/** What became of many calls: how many succeeded, and why others were refused, with how many of each. */
export interface Applied {
  readonly doneCount: number
  readonly refusals: ReadonlyMap<string, number>
}

/** So many at a time: the service has others to serve, and a browser few connections. */
const TOGETHER = 4

/** Does the same to each, and goes on when one is refused. */
export async function applyToMany(
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<Applied> {
  const left = [...ids]
  const refusals = new Map<string, number>()
  let doneCount = 0
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        await act(id)
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
