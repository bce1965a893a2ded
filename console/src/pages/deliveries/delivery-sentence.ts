import { formatCount, formatDuration } from '../../ui/format.ts'

/** What a sentence about a delivery is made of. */
export interface DeliveryFacts {
  readonly state: string
  readonly attempts_made: number
  readonly due_at: string | null
  readonly last_reason: string | null
}

/** How a delivery stands and what comes next, for somebody who has just been woken. */
export function describeDelivery(delivery: DeliveryFacts, now: number): string {
  const { state, attempts_made: made, last_reason: reason } = delivery
  const attempts = made === 1 ? '1 attempt' : `${formatCount(made)} attempts`
  const because = reason === null ? '' : `: ${reason}`
  switch (state) {
    case 'delivered':
      return made <= 1
        ? `Delivered with the first attempt${because}.`
        : `Delivered after ${attempts}${because}.`
    case 'failed':
      return `Failed after ${attempts}${because}. Nothing more will be tried unless you retry.`
    case 'cancelled':
      return `Cancelled${made === 0 ? ' before the first attempt' : ` after ${attempts}`}${because}. Nothing more will be tried unless you retry.`
    case 'sending':
      return `Attempt ${made} is under way right now.`
    case 'waiting':
      return 'Waits until an earlier delivery of the same alert or job has ended: they go one after the other.'
    default:
      return describePending(delivery, { attempts, because, now })
  }
}

function describePending(
  { attempts_made: made, due_at: dueAt }: DeliveryFacts,
  { attempts, because, now }: { readonly attempts: string; readonly because: string; readonly now: number },
): string {
  const soFar = made === 0 ? '' : ` ${attempts} so far, the last one${because}.`
  if (dueAt === null)
    return `Held while its webhook is disabled; it goes on when somebody enables it.${soFar}`
  if (Date.parse(dueAt) <= now) {
    return made === 0
      ? 'It is due, and is sent as soon as its turn comes.'
      : `It is due for attempt ${made + 1}.${soFar}`
  }
  return `Attempt ${made + 1} comes ${describeSoon(dueAt, now)}.${soFar}`
}

/** `in 4 min 50 s`; within the step in which the page looks at its clock, `in a moment`. */
function describeSoon(at: string, now: number): string {
  const ms = Date.parse(at) - now
  return ms < 10_000 ? 'in a moment' : `in ${formatDuration(Math.round(ms / 1_000) * 1_000)}`
}

/** What a delivery waits for, as the explanation of its event says it. */
export interface WaitsFor {
  readonly kind: 'delivery' | 'enabling' | 'due_time' | 'pause' | 'rate_limit'
  readonly delivery_id: number | null
  readonly until: string | null
  readonly reason: string | null
}

/** What holds it, beyond its own due time; null: nothing more is to be said. The delivery ahead is linked beside it. */
export function describeHold({ kind, until, reason }: WaitsFor, now: number): string | null {
  const why = reason === null ? '' : ` (${reason})`
  switch (kind) {
    case 'pause':
      return `Its webhook is paused${why}: nothing is sent there before the next probe${until === null ? '' : `, ${describeSoon(until, now)}`}.`
    case 'enabling':
      return reason === null ? null : `The webhook was disabled by the service: ${reason}.`
    case 'rate_limit':
      return 'It is due, and leaves as soon as the rate limit of its webhook allows.'
    case 'delivery':
    case 'due_time':
      return null
  }
}
