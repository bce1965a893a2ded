import { NOW } from '../support/build.ts'
import type { Random } from './random.ts'

/** What the world may do in a step; each run draws its own weights, so that runs differ in kind. */
export const ACTION_NAMES = [
  'observe',
  'report_together',
  'report_run',
  'repeat_report',
  'create_webhook',
  'change_webhook',
  'switch_webhook',
  'delete_webhook',
  'retry_by_hand',
  'cancel_by_hand',
  'clear_by_hand',
  'change_receiver',
  'crash',
  'long_outage',
  'take_over',
  'stall',
  'restart',
  'lose_wakes',
  'break_disk',
  'step_clock',
  'break_server',
  'damage_event',
  'run_short',
] as const
export type ActionName = (typeof ACTION_NAMES)[number]

export const PHASES = [
  'healthy',
  'slow',
  'failing',
  'hanging',
  'throttling',
  'refusing',
  'rejecting',
  'picky',
  'failing_once',
  'gone',
  'mixed',
] as const
export type Phase = (typeof PHASES)[number]

/** Everything about a run that is fixed before it starts. */
export interface Plan {
  readonly stepCount: number
  /** The mean time between two steps. */
  readonly gapMs: number
  readonly inFlightMax: number
  readonly webhookConcurrencyMax: number
  readonly requestTimeoutMs: number
  readonly retryScheduleMs: readonly number[]
  readonly expiryGraceMs: number
  readonly retentionMs: number
  /** Nodes go by the clock of the database server, as they do on PostgreSQL. */
  readonly usesServerTime: boolean
  readonly receiverCount: number
  readonly webhookCountMax: number
  readonly alertCount: number
  /** Of the webhooks that are made, the part that is in current-state mode. */
  readonly presentShare: number
  /** Of the webhooks that are made, the part that has matchers. */
  readonly matchedShare: number
  /** Groups of servers and scripts that push alerts, each group one. */
  readonly pusherCount: number
  /** Webhooks whose matchers a release without a budget has stored. */
  readonly heavyCount: number
  readonly actions: Readonly<Record<ActionName, number>>
  readonly phases: Readonly<Record<Phase, number>>
}

export const ACTION_WEIGHTS: Readonly<Record<ActionName, number>> = {
  observe: 35,
  report_together: 2,
  report_run: 10,
  repeat_report: 4,
  create_webhook: 3,
  change_webhook: 4,
  switch_webhook: 5,
  delete_webhook: 0.7,
  retry_by_hand: 10,
  cancel_by_hand: 5,
  clear_by_hand: 5,
  change_receiver: 8,
  crash: 1.5,
  long_outage: 0.3,
  take_over: 1.2,
  stall: 1.5,
  restart: 1.5,
  lose_wakes: 1,
  break_disk: 2,
  step_clock: 1.5,
  break_server: 1.5,
  damage_event: 1.5,
  run_short: 1.5,
}

export const PHASE_WEIGHTS: Readonly<Record<Phase, number>> = {
  healthy: 8,
  slow: 3,
  failing: 6,
  hanging: 3,
  throttling: 6,
  refusing: 2,
  rejecting: 0.5,
  picky: 3,
  failing_once: 2,
  gone: 1.5,
  mixed: 6,
}

/** A few things must be there for a run to be of any use. */
const ALWAYS: ReadonlySet<string> = new Set(['observe', 'healthy', 'mixed'])

export function makePlan(random: Random): Plan {
  return {
    stepCount: random.integer(45, 80),
    gapMs: random.pick([50, 120, 250, 400, 1_000]),
    inFlightMax: random.pick([1, 2, 3, 8, 32]),
    webhookConcurrencyMax: random.pick([1, 4, 32]),
    requestTimeoutMs: random.pick([1_000, 2_000, 5_000]),
    retryScheduleMs: makeSchedule(random),
    expiryGraceMs: random.pick([0, 1_000, 5_000]),
    retentionMs: random.pick([5_000, 20_000, 600_000]),
    usesServerTime: random.happens(0.5),
    receiverCount: random.integer(1, 3),
    webhookCountMax: random.integer(3, 5),
    alertCount: random.pick([1, 2, 4, 6, 12]),
    actions: vary(ACTION_WEIGHTS, random),
    phases: vary(PHASE_WEIGHTS, random),
    presentShare: random.pick([0, 0, 0.4]),
    matchedShare: random.pick([0, 0, 0.5]),
    pusherCount: 0,
    heavyCount: 0,
  }
}

const DAY_MS = 86_400_000

/** In history that lies in days, a run that begins shortly before midnight sees a day go. */
export function startOf(random: Random, hasDays: boolean): number {
  const midnight = Math.ceil(NOW / DAY_MS) * DAY_MS
  return hasDays && random.happens(0.4) ? midnight - random.integer(1_000, 90_000) : NOW
}

/** Delays before each attempt, the first included; its length is the number of attempts. */
export function makeSchedule(random: Random): readonly number[] {
  const delays = [0, 500, 1_000, 2_000, 5_000, 15_000, 30_000]
  const schedule = delays.slice(0, random.integer(1, delays.length))
  return random.happens(0.1) ? schedule.map((delay, index) => (index === 0 ? 2_000 : delay)) : schedule
}

/** A run leaves some things out and does others more often: rare combinations become common in some runs. */
function vary<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  random: Random,
): Readonly<Record<Name, number>> {
  const varied: Record<Name, number> = { ...weights }
  for (const name in weights) {
    const factor = random.pick([0, 0.5, 1, 1, 3])
    varied[name] = weights[name] * (ALWAYS.has(name) ? Math.max(1, factor) : factor)
  }
  return varied
}
