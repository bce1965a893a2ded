import { stateOf } from '../load/monitors.ts'
import { SILENCED, type Period } from '../load/silencer.ts'
import { newestAcknowledged, type Acknowledged, type Received, type Ledger } from './ledger.ts'

/**
 * Sentences for each change that left within a silence, though it was reported after somebody was shown that this
 * holds.
 */
export function findLeftWithin({ acknowledged, received }: Ledger, periods: readonly Period[]): string[] {
  const notifiedOf = Map.groupBy(received.filter(isSilenced), ({ key }) => key)
  return [...Map.groupBy(acknowledged, ({ key }) => key)].flatMap(([key, changes]) =>
    periods
      .filter(({ alerts }) => key.startsWith(alerts))
      .flatMap((period) => {
        const held = new Set(reportedWithin(changes, period).map(({ number }) => number))
        return (notifiedOf.get(key) ?? [])
          .filter(({ number, atMs }) => held.has(number) && atMs < period.endMs)
          .map(({ number }) => `silence: change ${number} of ${key} left ${describe(period)}`)
      }),
  )
}

/**
 * Raises and changes whose report began and was acknowledged within a silence: the one before was acknowledged
 * within it, too.
 */
function reportedWithin(changes: readonly Acknowledged[], { surelyMs = Infinity, endMs }: Period) {
  return changes.filter(
    ({ number, atMs }, index) =>
      stateOf(number) !== 'cleared' && atMs < endMs && (changes[index - 1]?.atMs ?? 0) >= surelyMs,
  )
}

/**
 * Sentences for each alert of which the silenced webhook has another state than it should have once nothing is held. A
 * change that nobody acknowledged may count or not.
 */
export function findMissing({ acknowledged, received }: Ledger): string[] {
  const newestSent = new Map<string, number>()
  for (const { key, number, acceptedAtMs } of received.filter(isSilenced))
    if (acceptedAtMs !== undefined) newestSent.set(key, number)
  return [...newestAcknowledged({ acknowledged })].flatMap(([key, newest]) => {
    const last = stateOf(newestSent.get(key) ?? 0)
    if ([newest, newest + 1].some((number) => stateOf(number) === last)) return []
    return [
      `silence: ${key} is ${stateOf(newest)} (change ${newest}), and ${SILENCED} was last notified of ${last}`,
    ]
  })
}

function isSilenced({ webhook }: Received): boolean {
  return webhook === SILENCED
}

function describe({ surelyMs = 0, endMs }: Period): string {
  return `within the silence from ${new Date(surelyMs).toISOString()} to ${new Date(endMs).toISOString()}`
}
