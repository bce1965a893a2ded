import type { Received, Ledger } from './ledger.ts'

export interface Expectations {
  /** Each is notified of every change. */
  readonly webhooks: readonly string[]
  /** The service came to rest: whatever was acknowledged has arrived. */
  readonly isDrained: boolean
  /** The most that were under way when a life ended, and are made again; undefined: no limit is promised. */
  readonly repeatsMax: number | undefined
}

/** A sentence for each promise of docs/promises.md that the ledger shows to be broken. */
export function findBroken(ledger: Ledger, { webhooks, isDrained, repeatsMax }: Expectations): string[] {
  return [
    ...(isDrained ? findLost(ledger, webhooks) : []),
    ...[...Map.groupBy(ledger.received, lineOf).values()].flatMap(findDisordered),
    ...findMixedIds(ledger.received),
    ...(repeatsMax === undefined ? [] : findTooManyRepeats(ledger.received, repeatsMax)),
  ]
}

function findLost({ acknowledged, received }: Ledger, webhooks: readonly string[]): string[] {
  const accepted = new Set(
    received.filter(({ acceptedAtMs }) => acceptedAtMs !== undefined).map(notificationOf),
  )
  return acknowledged.flatMap(({ key, number }) =>
    webhooks
      .filter((webhook) => !accepted.has(notificationOf({ webhook, key, number })))
      .map((webhook) => `lost: change ${number} of ${key} was acknowledged, and ${webhook} never got it`),
  )
}

/**
 * The notifications of one alert, in the order of arrival: each change once, and not before the one before it was
 * accepted; again only after a life of the service has ended, or if it was not accepted; and never an older one
 * after a newer.
 */
function findDisordered(line: readonly Received[]): string[] {
  const broken: string[] = []
  // The receiver got the first for sure, and may have got the second: the power may have failed just before.
  let surely = 0
  let atMost = { number: 0, isAccepted: true }
  let last: Received | undefined
  for (const request of line) {
    const { number, isUncertain = false } = request
    const what = describe(request)
    if (number < surely) broken.push(`order: ${what} came again behind change ${surely}`)
    else if (number > atMost.number + 1) broken.push(`order: ${what} came behind change ${atMost.number}`)
    else if (number > atMost.number && !atMost.isAccepted)
      broken.push(`order: ${what} left before change ${atMost.number} had ended`)
    else if (last && number === last.number && wasAccepted(last) && last.life === request.life)
      broken.push(`repeated: ${what} came again, though it was accepted and the service went on`)
    if (!isUncertain) {
      surely = Math.max(surely, number)
      last = request
    }
    if (number >= atMost.number || !isUncertain)
      atMost = {
        number: isUncertain ? Math.max(number, atMost.number) : number,
        isAccepted: wasAccepted(request) || (number === atMost.number && atMost.isAccepted),
      }
  }
  return broken
}

/** The `webhook-id` is the same in each attempt of one delivery, and in no other delivery. */
function findMixedIds(received: readonly Received[]): string[] {
  const broken: string[] = []
  const idOf = new Map<string, string>()
  const notificationOfId = new Map<string, string>()
  for (const request of received) {
    if (request.isUncertain) continue
    const notification = notificationOf(request)
    const id = idOf.get(notification) ?? request.id
    if (id !== request.id) broken.push(`id: ${describe(request)} came as ${id} and as ${request.id}`)
    const known = notificationOfId.get(request.id) ?? notification
    if (known !== notification) broken.push(`id: ${request.id} was ${known} and then ${notification}`)
    idOf.set(notification, id)
    notificationOfId.set(request.id, known)
  }
  return broken
}

/** Finds more repeats than were under way when a life ended: a delivery that is on record has left its slot. */
function findTooManyRepeats(received: readonly Received[], repeatsMax: number): string[] {
  return [...countRepeats(received)]
    .filter(([, count]) => count > repeatsMax)
    .map(
      ([life, count]) =>
        `repeated: ${count} that were accepted in life ${life} of the service came again later`,
    )
}

/** By the life of the service in which they were accepted: those that came again in a later one. */
export function countRepeats(received: readonly Received[]): Map<number, number> {
  const counts = new Map<number, number>()
  const acceptedIn = new Map<string, number>()
  for (const request of received) {
    const before = acceptedIn.get(request.id)
    if (before !== undefined && before < request.life) {
      counts.set(before, (counts.get(before) ?? 0) + 1)
      acceptedIn.delete(request.id)
    }
    if (wasAccepted(request) && !request.isUncertain) acceptedIn.set(request.id, request.life)
  }
  return counts
}

function wasAccepted({ acceptedAtMs }: Received): boolean {
  return acceptedAtMs !== undefined
}

function lineOf({ webhook, key }: Received): string {
  return `${webhook} ${key}`
}

function notificationOf({ webhook, key, number }: Pick<Received, 'webhook' | 'key' | 'number'>): string {
  return `${webhook} ${key} ${number}`
}

function describe({ webhook, key, number, life }: Received): string {
  return `change ${number} of ${key} at ${webhook} (life ${life})`
}
