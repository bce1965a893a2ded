import { formatCount } from '../../ui/text/format.ts'
import type { NotifiedCounts } from './explanation.ts'

/** States of a delivery that somebody looks for: it did not arrive, or has not yet. */
const EXCEPTIONS: ReadonlySet<string> = new Set(['waiting', 'pending', 'sending', 'failed', 'cancelled'])

export function isException(state: string): boolean {
  return EXCEPTIONS.has(state)
}

/** Says in a line who was notified: `49 notified, 11 on the way, 2 failed`. */
export function summariseNotified(counts: NotifiedCounts): string {
  const { waiting, pending, sending, delivered, failed, cancelled, superseded, outdated } = counts
  const parts = [
    [delivered, 'notified'],
    [waiting + pending + sending, 'on the way'],
    [failed, 'failed'],
    [cancelled, 'cancelled'],
    [superseded, 'superseded'],
    [outdated, 'outdated'],
  ] as const
  const known = parts.filter(([count]) => count > 0)
  return known.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ')
}
