import type { NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import {
  type Activity,
  activitySince,
  type BacklogPeak,
  emptyActivity,
  higherBacklog,
  HISTOGRAM_BUCKETS,
  MINUTE_MS,
  bucketOf,
  stepOf,
} from '../domain/overview/activity.ts'
import type { WebhookCalls } from '../domain/overview/webhook-calls.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Backlog, Store } from '../storage/store.ts'
import type { AttemptFact } from '../telemetry/facts.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { CallCounter } from './call-counter.ts'
import type { PeriodicTask } from './periodic.ts'

/** Minutes that wait while the database is away; older ones are forgotten. */
const UNWRITTEN_MINUTES_MAX = 120

type CountedAttempt = Omit<AttemptFact, 'outcome'>

interface CounterDeps {
  readonly store: Pick<Store, 'recordActivity' | 'addCalls'>
  readonly clock: Pick<Clock, 'now'>
  readonly node: NodeId
}

type Counting = { -readonly [Name in keyof Activity]: Activity[Name] } & {
  readonly latency: number[]
  readonly response: number[]
}

interface Unwritten {
  readonly counting: Counting
  /** The counts last written; undefined: never. */
  written: Activity | undefined
}

/**
 * Counts what this process does, minute by minute. `write` stores each changed minute whole, so that repeated writes
 * count nothing twice.
 */
export class ActivityCounter {
  readonly #deps: CounterDeps
  #current: Unwritten
  #unwritten: Unwritten[]
  readonly #calls: CallCounter

  constructor(deps: CounterDeps) {
    this.#deps = deps
    this.#calls = new CallCounter(deps)
    this.#current = beginMinute(deps.clock.now())
    this.#unwritten = [this.#current]
  }

  countEvents(count: number): void {
    this.#minute().events += count
  }

  /** Counts deliveries that failed without a further attempt. */
  countFailed(count: number): void {
    this.#minute().failed += count
  }

  countAttempt({ webhookId, state, cause, latencyMs, durationMs }: CountedAttempt): void {
    // The service cut it off: it says nothing about the receiver, and is repeated at the next start.
    if (cause === 'cancelled') return
    this.#calls.countCall({ webhookId, accepted: state === 'delivered', durationMs })
    const minute = this.#minute()
    minute.attempts += 1
    if (cause === 'response' || cause === 'timeout') minute.response[bucketOf(durationMs)]! += 1
    if (state === 'pending') minute.retried += 1
    if (state === 'failed') minute.failed += 1
    if (state === 'delivered') minute.delivered += 1
    if (state === 'delivered') minute.latency[bucketOf(latencyMs)]! += 1
  }

  noteBacklog(peak: BacklogPeak): void {
    const minute = this.#minute()
    minute.backlog = higherBacklog(minute.backlog, peak)
  }

  /** Writes what is not stored yet. Rejects as the store does; the next call retries. */
  async write(): Promise<void> {
    this.#minute()
    const changed = this.#unwritten.filter(isChanged)
    const minutes = changed.map(({ counting }) => copyOf(counting))
    if (minutes.length > 0) await this.#deps.store.recordActivity(this.#deps.node, minutes)
    for (const [index, one] of changed.entries()) one.written = minutes[index]
    this.#unwritten = this.#unwritten.filter((one) => one === this.#current || isChanged(one))
    await this.#calls.write()
  }

  /** Returns the counts that are not stored yet, oldest first. */
  unwritten(): readonly Activity[] {
    return this.#unwritten.filter(isChanged).map(({ counting, written }) => {
      const now = copyOf(counting)
      return written === undefined ? now : activitySince(written, now)
    })
  }

  /** Returns the counts of calls that may not be stored yet. */
  unwrittenCalls(): readonly WebhookCalls[] {
    return this.#calls.unwritten()
  }

  #minute(): Counting {
    const now = this.#deps.clock.now()
    // After the clock is set back, the same minute goes on.
    if (now - this.#current.counting.at >= MINUTE_MS) {
      this.#current = beginMinute(now)
      this.#unwritten = [...this.#unwritten.slice(1 - UNWRITTEN_MINUTES_MAX), this.#current]
    }
    return this.#current.counting
  }
}

function beginMinute(now: Instant): Unwritten {
  const durations = () => Array<number>(HISTOGRAM_BUCKETS).fill(0)
  const counting = { ...emptyActivity(stepOf(now, MINUTE_MS)), latency: durations(), response: durations() }
  return { counting, written: undefined }
}

function copyOf(counting: Counting): Activity {
  return { ...counting, latency: [...counting.latency], response: [...counting.response] }
}

function isChanged({ counting, written }: Unwritten): boolean {
  if (written === undefined) return isAnything(counting)
  return (
    counting.events !== written.events ||
    counting.attempts !== written.attempts ||
    counting.failed !== written.failed ||
    counting.backlog?.unfinished !== written.backlog?.unfinished ||
    counting.backlog?.oldestDueMs !== written.backlog?.oldestDueMs ||
    counting.backlog?.paused !== written.backlog?.paused ||
    counting.backlog?.oldestPausedMs !== written.backlog?.oldestPausedMs
  )
}

function isAnything({ events, attempts, failed, backlog }: Activity): boolean {
  return events > 0 || attempts > 0 || failed > 0 || backlog !== null
}

interface Counters {
  readonly metrics: Pick<Metrics, 'recordAttempt' | 'countFailed'>
  readonly activity: Pick<ActivityCounter, 'countAttempt' | 'countFailed'>
}

/** Returns the callbacks that count attempts and failed deliveries, in metrics and activity. */
export function deliveryCounters({ metrics, activity }: Counters) {
  return {
    onAttempt: (fact: AttemptFact) => {
      metrics.recordAttempt(fact)
      activity.countAttempt(fact)
    },
    onFailed: (count: number) => {
      metrics.countFailed(count)
      activity.countFailed(count)
    },
  }
}

const EVERY_MS = 10_000
const IDLE_MS = 60_000

/**
 * Reads the backlog, and writes what this node counted. `readBacklog` is undefined on a node that leaves it to others.
 */
export function writeActivity(
  counter: Pick<ActivityCounter, 'noteBacklog' | 'write'>,
  clock: Pick<Clock, 'now'>,
  readBacklog: (() => Promise<Backlog>) | undefined,
): PeriodicTask {
  return {
    name: 'housekeeping.activity_written',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    logsSteps: false,
    step: async () => {
      // A failed reading leaves a gap; the counts are written all the same.
      const backlog = await readBacklog?.().catch(() => undefined)
      if (backlog) {
        const { waiting, pending, sending, oldestDueAt, paused } = backlog
        const ageMs = (at: Instant | null) => (at === null ? 0 : Math.max(0, clock.now() - at))
        counter.noteBacklog({
          unfinished: waiting + pending + sending,
          oldestDueMs: ageMs(oldestDueAt),
          paused: paused.deliveryCount,
          oldestPausedMs: ageMs(paused.oldestMadeAt),
        })
      }
      await counter.write()
      return 0
    },
  }
}
