import type { Observation } from '../../src/domain/alert/alert.ts'
import { AppError } from '../../src/domain/errors.ts'
import type { Store } from '../../src/storage/store.ts'
import { FOLLOWED } from './follower-bugs.ts'
import { isInDoubt } from './model/in-doubt.ts'
import { ACTION_WEIGHTS, PHASE_WEIGHTS, type Plan } from './plan.ts'
import { REPORTERS } from './reporter-bugs.ts'
import { OVER_BUDGET, ROUTED } from './routing-bugs.ts'

/** A bug in what a node asks of its database. */
export interface PlantedBug {
  readonly bug: string
  readonly plant: (store: Store) => Store
  /** So it is tried on PostgreSQL as well, where a run costs more. */
  readonly isSoonFound?: true
}

/** Clocks are set often, receivers fail often, nodes come and go; and much of it has time to happen. */
export const CLOCKS: Partial<Plan> = {
  stepCount: 250,
  alertCount: 12,
  actions: { ...ACTION_WEIGHTS, step_clock: 8, take_over: 4, crash: 4, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, failing: 12, hanging: 8 },
}

/** They show when the clock is set. */
export const CLOCK_BUGS: readonly PlantedBug[] = [
  {
    bug: 'a report that names no moment gets that of the clock',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      acceptObservations: (observations, now) => {
        // The very list: by it the world knows which reports are committed.
        const list = observations as Observation[]
        list.splice(0, list.length, ...list.map((observation) => ({ at: now, ...observation })))
        return store.acceptObservations(list, now)
      },
    }),
  },
  {
    bug: 'a due time of before a step back stands',
    plant: (store) => ({ ...store, clampDueTimes: async () => 0 }),
  },
  {
    bug: 'a lease of before a step back stands',
    plant: (store) => ({
      ...store,
      reclaimLeases: ({ leasedBefore, now, limit }) => store.reclaimLeases({ leasedBefore, now, limit }),
    }),
  },
  {
    bug: 'a step forward takes leases',
    plant: (store) => ({
      ...store,
      reclaimLeases: (reclaim) =>
        store.reclaimLeases({ ...reclaim, leasedBefore: Math.max(reclaim.leasedBefore, reclaim.now) }),
    }),
  },
  {
    bug: 'a step forward clears alerts',
    isSoonFound: true,
    plant: withoutOpenTime,
  },
]

/** No node notes that reports can come in, so that all time counts. */
export function withoutOpenTime(store: Store): Store {
  return { ...store, noteOpenTime: async ({ now }) => ({ openUntil: now, absences: [] }) }
}

/** Nobody can report, for longer than monitors promise, and then they go on reporting. */
export const ABSENCES: Partial<Plan> = {
  stepCount: 150,
  gapMs: 1_000,
  alertCount: 12,
  actions: { ...ACTION_WEIGHTS, observe: 80, long_outage: 3, crash: 6, stall: 6, restart: 4, step_clock: 0 },
}

/** They show when nobody could report for a while. */
export const ABSENCE_BUGS: readonly PlantedBug[] = [
  { bug: 'an absence of ours clears alerts', isSoonFound: true, plant: withoutOpenTime },
]

/** Receivers hardly ever take anything, for long, and the clock is set all the time; nobody forgets anything by a new start. */
export const JUMPS: Partial<Plan> = {
  stepCount: 150,
  alertCount: 12,
  gapMs: 1_000,
  retryScheduleMs: [0, 500, 1_000, 2_000, 5_000, 15_000, 30_000],
  actions: { ...ACTION_WEIGHTS, step_clock: 20, crash: 0, take_over: 0, restart: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, healthy: 1, slow: 0, failing: 12, throttling: 0, gone: 0, mixed: 0 },
}

/** They show when the clock is set forward while deliveries are due that wait for their receivers. */
export const JUMP_BUGS: readonly PlantedBug[] = [
  {
    bug: 'a step forward ends deliveries',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      endOverdue: ({ now, limit, scheduleMs }) => store.endOverdue({ now, limit, scheduleMs }),
    }),
  },
]

/** Nodes that die beside others, and are followed. */
export const DEATHS: Partial<Plan> = {
  stepCount: 250,
  requestTimeoutMs: 5_000,
  actions: { ...ACTION_WEIGHTS, take_over: 12, crash: 12, break_disk: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, hanging: 12, slow: 12 },
}

/** What is stored is damaged, and nodes run short of what they need. */
export const EXHAUSTIONS: Partial<Plan> = {
  stepCount: 150,
  actions: {
    ...ACTION_WEIGHTS,
    damage_event: 6,
    run_short: 6,
    break_disk: 0,
    break_server: 0,
    long_outage: 0,
  },
}

/** A bug in what becomes of what cannot be read, and of what cannot be sent. */
export const EXHAUSTION_BUGS: readonly PlantedBug[] = [
  {
    bug: 'what cannot be read is tried again and again',
    plant: (store) => ({
      ...store,
      claimDue: async (request) => ({ ...(await store.claimDue(request)), unreadable: [] }),
    }),
  },
  {
    bug: 'what cannot be sent because descriptors are exhausted waits for its lease',
    plant: (store) => ({ ...store, releaseClaims: async () => undefined }),
    isSoonFound: true,
  },
  {
    bug: 'what cannot be sent because descriptors are exhausted counts as an attempt',
    plant: (store) => ({
      ...store,
      releaseClaims: async (claims, now) => {
        await store.finishAttempts(
          claims.map((claim) => ({ ...claim, ...failedForExhaustion(now) })),
          now,
        )
      },
    }),
    isSoonFound: true,
  },
]

function failedForExhaustion(now: number) {
  return {
    webhookId: 1,
    next: { state: 'pending', dueAt: now },
    startedAt: now,
    outcome: 'retry',
    reason: 'EMFILE',
    failure: 'unreachable',
    request: null,
    response: null,
    timing: { totalMs: 0 },
    receiver: { kind: 'failing' },
  } as const
}

/** Clocks are set while receivers fail and rates are limited; nobody forgets anything by a new start. */
export const PAUSES: Partial<Plan> = {
  stepCount: 250,
  actions: { ...ACTION_WEIGHTS, step_clock: 8, crash: 0, take_over: 0, restart: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, failing: 12, hanging: 8 },
}

const EVERY_NODE = Array.from({ length: 100 }, (_, number) => `node ${number}`)

/** A bug in what a node takes for its predecessor's. */
export const HEIR_BUGS: readonly PlantedBug[] = [
  {
    bug: 'what a predecessor had under way waits for its lease',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      reclaimLeases: (reclaim) => store.reclaimLeases({ ...reclaim, goneNodes: [] }),
    }),
  },
  {
    bug: 'a node that lives is taken for gone',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      reclaimLeases: (reclaim) => store.reclaimLeases({ ...reclaim, goneNodes: EVERY_NODE }),
    }),
  },
]

/** A bug in what a node remembers of when something may be sent: a moment of before a step back stands. */
export const PAUSE_BUGS: readonly PlantedBug[] = [
  { bug: 'a pause of before a step back stands', plant: (store) => holdingBack(store, 'failing') },
  { bug: 'a turn of a rate of before a step back stands', plant: (store) => holdingBack(store, 'limited') },
]

/** So long a planted bug holds deliveries back; in milliseconds. */
const HELD_MS = 5_000

function holdingBack(store: Store, which: 'failing' | 'limited'): Store {
  const heldUntil = new Map<number, number>()
  const hold = (webhookId: number, until: number) =>
    heldUntil.set(webhookId, Math.max(until, heldUntil.get(webhookId) ?? 0))
  return {
    ...store,
    claimDue: async (request) => {
      const { claims, ...claimed } = await store.claimDue(request)
      const held = claims.filter(({ webhook }) => (heldUntil.get(webhook.id) ?? 0) > request.now)
      for (const { webhook } of claims) {
        if (
          which === 'limited' &&
          webhook.rateLimit !== null &&
          !held.some((claim) => claim.webhook === webhook)
        ) {
          hold(webhook.id, request.now + webhook.rateLimit.intervalMs)
        }
      }
      await store.releaseClaims(held, request.now + HELD_MS)
      return { ...claimed, claims: claims.filter((claim) => !held.includes(claim)) }
    },
    finishAttempts: (attempts, now) => {
      for (const { webhookId, receiver } of attempts) {
        if (which === 'failing' && receiver.kind === 'failing') hold(webhookId, now + HELD_MS)
      }
      return store.finishAttempts(attempts, now)
    },
  }
}

/** The power of the server fails all the time, and what is sent takes long. */
export const POWER_CUTS: Partial<Plan> = {
  stepCount: 150,
  requestTimeoutMs: 5_000,
  actions: { ...ACTION_WEIGHTS, break_server: 30, break_disk: 0, crash: 0, restart: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, hanging: 8, slow: 16 },
}

/** Several monitors report at once, all the time. */
export const TOGETHER: Partial<Plan> = {
  stepCount: 60,
  actions: { ...ACTION_WEIGHTS, report_together: 40, long_outage: 0 },
}

/** Commits fail, or get no response. */
export const DOUBTS: Partial<Plan> = {
  stepCount: 150,
  actions: { ...ACTION_WEIGHTS, break_disk: 12, break_server: 0, long_outage: 0 },
}

/** A bug in what becomes of reports whose commit got no response; a server that loses connections shows it. */
export const DOUBT_BUGS: readonly PlantedBug[] = [
  {
    bug: 'what may have been done is refused as undone',
    plant: (store) => ({
      ...store,
      acceptObservations: (...given) =>
        store.acceptObservations(...given).catch((error: unknown) => {
          throw isInDoubt(error) ? new AppError('unavailable', 'nothing was changed') : error
        }),
    }),
  },
  {
    bug: 'what may have been done is done once more',
    plant: (store) => ({
      ...store,
      acceptObservations: (...given) =>
        store.acceptObservations(...given).catch((error: unknown) => {
          if (isInDoubt(error)) return store.acceptObservations(...given)
          throw error
        }),
    }),
  },
]

/** Many alerts, and receivers that fail or reject some notifications and take the others. */
export const URGENT: Partial<Plan> = {
  stepCount: 150,
  gapMs: 50,
  alertCount: 40,
  webhookConcurrencyMax: 1,
  actions: { ...ACTION_WEIGHTS, observe: 120, change_receiver: 20, crash: 0, take_over: 0, long_outage: 0 },
  phases: { ...PHASE_WEIGHTS, healthy: 6, slow: 12, failing: 3, picky: 12, failing_once: 12, gone: 0 },
}

/** Most webhooks are in current-state mode; receivers act and fail, reject, and processes die; webhooks come, go and change. */
export const CURRENT_STATE: Partial<Plan> = {
  stepCount: 150,
  gapMs: 1_500,
  alertCount: 6,
  presentShare: 0.85,
  webhookCountMax: 6,
  actions: {
    ...ACTION_WEIGHTS,
    observe: 60,
    create_webhook: 8,
    change_webhook: 8,
    switch_webhook: 10,
    delete_webhook: 3,
    crash: 5,
  },
  phases: { ...PHASE_WEIGHTS, failing: 14, hanging: 6, slow: 8, picky: 8 },
}

/** A bug in what an attempt says about its receiver, or about what becomes of its delivery. */
export const URGENT_BUGS: readonly PlantedBug[] = [
  {
    bug: 'what is rejected counts as a failure of the receiver',
    plant: (store) => ({
      ...store,
      finishAttempts: (attempts, now) =>
        store.finishAttempts(
          attempts.map((attempt) =>
            attempt.receiver.kind === 'rejecting' ? { ...attempt, receiver: { kind: 'failing' } } : attempt,
          ),
          now,
        ),
    }),
  },
  {
    bug: 'what is rejected holds up those behind it',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      finishAttempts: (attempts, now) =>
        store.finishAttempts(
          attempts.map((attempt) => ({ ...attempt, failure: null })),
          now,
        ),
    }),
  },
]

/** What the planted bugs are looked for in, as `npm run sim -- --plan` takes it. */
export const PLANS: Readonly<Record<string, Partial<Plan>>> = {
  CLOCKS,
  JUMPS,
  DEATHS,
  EXHAUSTIONS,
  POWER_CUTS,
  PAUSES,
  DOUBTS,
  TOGETHER,
  URGENT,
  CURRENT_STATE,
  ABSENCES,
  ROUTED,
  FOLLOWED,
  REPORTERS,
  OVER_BUDGET,
}
