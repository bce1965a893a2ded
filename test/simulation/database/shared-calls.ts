import type { Change } from '../model/change-log.ts'
import { HIGH } from '../model/model-urgency.ts'
import type { Waiting } from './call-queue.ts'

/** Methods whose calls share a transaction with each other, and with a claim, when they come in one tick. */
const SHARING: ReadonlySet<string> = new Set(['acceptObservations', 'acceptJobRuns'])

/** Groups calls that may share a transaction; the calls come together, and keep their order. */
export function groupShared(calls: readonly Waiting[]): readonly (readonly [Waiting, ...Waiting[]])[] {
  const groups: [Waiting, ...Waiting[]][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    const isSharing = last?.[0].life === call.life && SHARING.has(last[0].method)
    const isClaimed = last?.at(-1)?.method === 'claimDue'
    const isAlike = last?.[0].method === call.method || call.method === 'claimDue'
    if (last && isSharing && !isClaimed && isAlike) last.push(call)
    else groups.push([call])
  }
  return groups
}

/** A lease, or a lease that was given back. */
function isOfClaim(change: Change): boolean {
  if (change.kind !== 'delivery changed') return false
  const { before, after } = change
  return before.state !== after.state && [before.state, after.state].includes('sending')
}

/** Returns the changes that each call made; a claim among them made the leases. */
export function splitAmong(
  calls: readonly Pick<Waiting, 'method'>[],
  values: readonly unknown[],
  changes: readonly Change[],
): readonly (readonly Change[])[] {
  if (calls.at(-1)?.method !== 'claimDue' || calls.length === 1) return splitChanges(values, changes)
  const ofReports = changes.filter((change) => !isOfClaim(change))
  return [...splitChanges(values.slice(0, -1), ofReports), changes.filter(isOfClaim)]
}

/** What each of them wrote, by the events that its response names; what none of them names is left to the last. */
export function splitChanges(
  values: readonly unknown[],
  changes: readonly Change[],
): readonly (readonly Change[])[] {
  const places = new Map<number, number>()
  for (const [index, value] of values.entries()) {
    for (const eventId of eventIdsIn(value)) places.set(eventId, index)
  }
  for (const [id, causeId] of missedIn(changes)) places.set(id, places.get(causeId) ?? values.length - 1)
  const last = values.length - 1
  const placeOf = (change: Change) => places.get(eventIdOf(change, changes) ?? 0) ?? last
  return values.map((_, index) => changes.filter((change) => placeOf(change) === index))
}

function eventIdsIn(value: unknown): readonly number[] {
  // The result of a finished attempt is the new state of its delivery; null: its lease was lost.
  const responses = Array.isArray(value)
    ? (value as readonly ({ readonly eventId?: number | null } | null)[])
    : []
  return responses.flatMap((response) => response?.eventId ?? [])
}

/**
 * By whose event it was done: a head is hurried by the first that comes after it and is more urgent, whatever the
 * others make of it.
 */
function eventIdOf(change: Change, all: readonly Change[]): number | undefined {
  if (change.kind === 'event added') return change.id
  if (change.kind === 'delivery added') return change.after.eventId
  if (change.kind !== 'delivery changed') return undefined
  const { before } = change
  const { webhookId, subject, state } = change.after
  // What has not been sent gives way to the first that is newer.
  if (state === 'superseded') return firstEventOf(subject, all)
  for (const other of all) {
    if (other.kind !== 'delivery added') continue
    const { after } = other
    const isOfAlertQueue = after.webhookId === webhookId && after.subject === subject
    // What wakes somebody also hurries one that is as urgent, and was rejected.
    const isHurrying = after.urgency < before.queueUrgency || after.urgency === HIGH
    if (isOfAlertQueue && isHurrying) return after.eventId
  }
  return undefined
}

function firstEventOf(subject: string, all: readonly Change[]): number | undefined {
  const ids = all.flatMap((change) =>
    change.kind === 'event added' && `alert ${change.body.alertId}` === subject ? [change.id] : [],
  )
  return ids.length === 0 ? undefined : Math.min(...ids)
}

/** No response names what a webhook has missed: it comes after the change by which it was over. */
function missedIn(changes: readonly Change[]): ReadonlyMap<number, number> {
  const events = changes.filter((change) => change.kind === 'event added')
  const missed = events.filter(({ body }) => body.trigger === 'missed')
  const others = events.filter(({ body }) => body.trigger !== 'missed')
  return new Map(
    missed.map(({ id, body: { alertId } }) => {
      const before = others.filter((other) => other.body.alertId === alertId && other.id < id)
      return [id, Math.max(0, ...before.map((other) => other.id))]
    }),
  )
}
