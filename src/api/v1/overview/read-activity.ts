import type { ApiDeps } from '../../deps/api-deps.ts'
import {
  addActivity,
  everyStep,
  stepOf,
  sumBySteps,
  type Activity,
  type ActivityRange,
} from '../../../domain/overview/activity.ts'

/** So much is read at once: between two readings others use the database. */
const READ_MS = 86_400_000

/**
 * Reads one point for each step, with this node's last seconds. Counts that are being written at this moment may be
 * missing.
 */
export async function readActivity(
  { store, unwrittenActivity }: ApiDeps,
  range: ActivityRange,
): Promise<readonly Activity[]> {
  const { from, until, stepMs } = range
  const found: Activity[] = []
  // Every step divides a day, so each lies in one of these pieces.
  for (let at = from; at < until; at = stepOf(at, READ_MS) + READ_MS) {
    const end = Math.min(stepOf(at, READ_MS) + READ_MS, until)
    found.push(...(await store.listActivity({ from: at, until: end, stepMs })))
  }
  const own = sumBySteps(unwrittenActivity(), stepMs)
  return everyStep(merge(found, own), range)
}

function merge(found: readonly Activity[], own: readonly Activity[]): Iterable<Activity> {
  const byTime = new Map(found.map((sum) => [sum.at, sum]))
  for (const sum of own) {
    const known = byTime.get(sum.at)
    byTime.set(sum.at, known ? addActivity(known, sum) : sum)
  }
  return byTime.values()
}
