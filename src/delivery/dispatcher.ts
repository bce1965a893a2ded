import { fittingWithin, NO_MATCH_ROWS } from '../domain/write-weight.ts'
import type { Clock } from '../runtime/clock.ts'
import { GrowingPause } from '../runtime/run-loop.ts'
import type { Claim, LeaseLength, UnreadableClaim } from '../domain/delivery/delivery.ts'
import { AppError } from '../domain/errors.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'
import type { Fault } from '../domain/health-problem.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import type { Recorder } from './recorder.ts'
import type { Sender } from './send.ts'
import { WakeSignal } from './wake-signal.ts'

export interface DispatcherDeps {
  readonly store: Pick<Store, 'claimDue' | 'releaseClaims' | 'holdClaims' | 'claimsSeeWrites' | 'matchRows'>
  readonly clock: Clock
  readonly log: Log
  /** Resolves when the attempt is recorded. */
  readonly attempt: (claim: Claim) => Promise<void>
  /** Ends what cannot be sent; resolves when that is recorded. */
  readonly endUnreadable: (claim: UnreadableClaim) => Promise<void>
  readonly sender: Pick<Sender, 'abortAll'>
  readonly recorder: Pick<Recorder, 'giveUp' | 'stalledBecause'>
  readonly inFlightMax: number
  /** The limit for webhooks that set none. */
  readonly webhookConcurrencyMax: number
  readonly lease: LeaseLength
  /** The holder of the leases: an id that no other process ever has. */
  readonly node: NodeId
  /** Called when no capacity is left and more may be due: another node may have some. */
  readonly onFull?: () => void
  /** Absent: never idle. */
  readonly isIdle?: () => boolean
}

const CLAIM_BATCH_MAX = 128

/** Covers lost wake signals and writes of other nodes. */
const POLL_MS = 1_000
const IDLE_POLL_MS = 15_000

/** The pause after something due could not be claimed: an attempt under way, or another node, has it. */
const HELD_BACK_MS = 100

/** The first window of a webhook whose receiver has not responded yet. */
const FIRST_ATTEMPTS_MAX = 4

/** The share of the slots for all webhooks whose last attempt failed; the rest is kept for healthy ones. */
const FAILING_SHARE = 1 / 4

/** Pauses between tries while the database is away: short, so that deliveries resume soon. */
const OUTAGE_PAUSES = { firstMs: 100, maxMs: 500 }

const STUCK_AFTER_MS = 30_000

/** The two waits of a stop stay below the 10 s after which container runtimes kill. */
const STOP_SENDING_MS = 7_000
const STOP_RECORDING_MS = 2_000

interface Round {
  readonly nextAt: Instant | null
  /** The claim was full. */
  readonly mayBeMore: boolean
}

const NOTHING: Round = { nextAt: null, mayBeMore: false }

/**
 * Claims what is due, up to its capacity, and has it attempted. It has no queue: only the table is work. No error ends
 * the loop.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #wake: WakeSignal
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #stopped: Promise<void> | undefined
  #inFlightCount = 0
  #onIdle: (() => void) | undefined
  #lastRoundAt: Monotonic | undefined
  readonly #outage = new GrowingPause(OUTAGE_PAUSES)
  #unclaimed: Fault | undefined

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#wake = new WakeSignal(deps.clock)
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /**
   * Claims no more, waits for attempts in flight up to a limit, then cuts them off; unrecorded ones are repeated after
   * their lease. Resolves within 10 s.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  /** Cheap, and harmless at any time. */
  wake(): void {
    this.#wake.wake()
  }

  get inFlightCount(): number {
    return this.#inFlightCount
  }

  /** Returns false before the start, after the stop, and when the loop is stuck. */
  isAlive(): boolean {
    if (this.#lastRoundAt === undefined || this.#stopping.signal.aborted) return false
    return this.#deps.clock.monotonic() - this.#lastRoundAt <= STUCK_AFTER_MS
  }

  /** The fault because of which nothing can be claimed. */
  get unclaimed(): Fault | undefined {
    return this.#unclaimed
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const now = this.#deps.clock.now()
      this.#lastRoundAt = this.#deps.clock.monotonic()
      try {
        const { nextAt, mayBeMore } = await this.#claimAndLaunch(now)
        if (!mayBeMore) await this.#rest(nextAt, now)
        this.#noteRecovery()
      } catch (error) {
        await this.#sitOut(error)
      }
    }
  }

  async #claimAndLaunch(now: Instant): Promise<Round> {
    const { store, recorder, inFlightMax, webhookConcurrencyMax, lease, node } = this.#deps
    // Unrecorded attempts would be sent again after a crash.
    if (recorder.stalledBecause !== undefined) return NOTHING
    // Each claim is matched against the silences.
    const { silences } = store.matchRows?.() ?? NO_MATCH_ROWS
    const limit = Math.min(inFlightMax - this.#inFlightCount, fittingWithin(CLAIM_BATCH_MAX, silences))
    if (limit <= 0) {
      this.#deps.onFull?.()
      return NOTHING
    }
    const { claims, unreadable, nextAt } = await store.claimDue({
      limit,
      now,
      lease,
      node,
      concurrencyMax: webhookConcurrencyMax,
      windowFirst: FIRST_ATTEMPTS_MAX,
      failingMax: Math.max(1, Math.floor(inFlightMax * FAILING_SHARE)),
    })
    if (this.#stopping.signal.aborted) {
      await store.releaseClaims([...claims, ...unreadable], now)
      return NOTHING
    }
    const { attempt, endUnreadable } = this.#deps
    const held = claims.filter(({ heldBy }) => heldBy !== null)
    for (const claim of claims) if (claim.heldBy === null) this.#launch(claim, () => attempt(claim))
    for (const claim of unreadable) this.#launch(claim, () => endUnreadable(claim))
    if (held.length > 0) await store.holdClaims(held, now)
    const isFull = this.#inFlightCount >= inFlightMax
    if (isFull) this.#deps.onFull?.()
    return { nextAt, mayBeMore: claims.length + unreadable.length === limit && !isFull }
  }

  #launch(claim: Pick<Claim, 'deliveryId' | 'attempt'>, work: () => Promise<void>): void {
    this.#inFlightCount += 1
    void work().then(this.#land, (error: unknown) => {
      // A fault of ours. The lease limits how often a delivery can cause it.
      this.#deps.log.error(
        { deliveryId: claim.deliveryId, attempt: claim.attempt, error },
        'delivery.attempt_failed',
      )
      this.#land()
    })
  }

  readonly #land = (): void => {
    const wasFull = this.#inFlightCount >= this.#deps.inFlightMax
    this.#inFlightCount -= 1
    if (this.#inFlightCount === 0) this.#onIdle?.()
    // Capacity is free, a retry may be due soon, and the alert's next delivery may be released.
    if (wasFull || !this.#deps.store.claimsSeeWrites) this.#wake.wake()
  }

  /** Waits until there may be work. The end of an attempt wakes it. */
  async #rest(nextAt: Instant | null, claimedAt: Instant): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const pollMs = this.#deps.isIdle?.() ? IDLE_POLL_MS : POLL_MS
    const waitMs =
      nextAt === null ? pollMs : nextAt <= claimedAt ? HELD_BACK_MS : nextAt - this.#deps.clock.now()
    return this.#wake.wait(Math.min(Math.max(waitMs, 0), pollMs))
  }

  /** Logs once that the database is away, and retries at growing intervals. */
  async #sitOut(error: unknown): Promise<void> {
    if (this.#stopping.signal.aborted) return
    if (this.#outage.ms === 0) this.#deps.log.error({ error }, 'delivery.stalled')
    const because = error instanceof AppError ? error.message : 'The log says why (delivery.stalled).'
    this.#unclaimed = { because, since: this.#unclaimed?.since ?? this.#deps.clock.now() }
    await this.#deps.clock.wait(this.#outage.grow(), this.#stopping.signal)
  }

  #noteRecovery(): void {
    if (this.#outage.ms > 0) this.#deps.log.info({}, 'delivery.resumed')
    this.#outage.reset()
    this.#unclaimed = undefined
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake.wake()
    const quiet = Promise.all([this.#running, this.#idle()])
    if (await this.#within(STOP_SENDING_MS, quiet)) return
    this.#deps.sender.abortAll()
    if (await this.#within(STOP_RECORDING_MS, quiet)) return
    this.#deps.log.warn({ inFlight: this.#inFlightCount }, 'delivery.stop_cut_short')
    this.#deps.recorder.giveUp()
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve
      if (this.#inFlightCount === 0) resolve()
    })
  }

  async #within(ms: number, work: Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(ms, () => resolve(false))
      void work.then(() => {
        cancel()
        resolve(true)
      })
    })
  }
}
