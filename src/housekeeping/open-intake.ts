import { ABSENCE_MS_MIN, OPEN_NOTED_EVERY_MS, ALWAYS_OPEN, type OpenTime } from '../domain/open-time.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { PeriodicTask } from './periodic.ts'

interface OpenIntakeDeps {
  readonly store: Pick<Store, 'noteOpenTime' | 'stepSilences'>
  readonly clock: Pick<Clock, 'now'>
  readonly clockSteps: Pick<ClockSteps, 'steppedMs'>
  /** Notices a step of the clock made this very moment. */
  readonly freshTime: () => Promise<void>
}

/**
 * Knows when reports could come in. A time in which none could is stored before the first report after it, so that no
 * report falls into a gap.
 */
export class OpenIntake {
  readonly #deps: OpenIntakeDeps
  #known: OpenTime | undefined
  #notedStepMs = 0
  #noting: Promise<void> | undefined

  constructor(deps: OpenIntakeDeps) {
    this.#deps = deps
  }

  get openTime(): OpenTime {
    return this.#known ?? ALWAYS_OPEN
  }

  /** Returns undefined if there is no gap, and nothing to wait for. */
  begin(): Promise<void> | undefined {
    const { clock, clockSteps } = this.#deps
    // Reading the time is what notices a step.
    const gapMs = clock.now() - (this.#known?.openUntil ?? -Infinity)
    const isGap = gapMs >= ABSENCE_MS_MIN || clockSteps.steppedMs !== this.#notedStepMs
    return isGap ? this.note() : undefined
  }

  /** Stores a step of the clock that the database does not know. Undefined: there is no such step. */
  noteStep(): Promise<void> | undefined {
    const { clock, clockSteps } = this.#deps
    clock.now()
    if (clockSteps.steppedMs === this.#notedStepMs) return undefined
    // A note under way may have begun before the step.
    return this.note().then(() => this.noteStep())
  }

  /** Stores a step of the clock made this very moment. */
  async followClock(): Promise<void> {
    await this.#deps.freshTime()
    await this.noteStep()
  }

  note(): Promise<void> {
    this.#noting ??= this.#note().finally(() => {
      this.#noting = undefined
    })
    return this.#noting
  }

  async #note(): Promise<void> {
    const { store, clock, clockSteps } = this.#deps
    const now = clock.now()
    const { steppedMs } = clockSteps
    const stepMs = steppedMs - this.#notedStepMs
    // Silences first: they decide the next report.
    if (stepMs !== 0 || !this.#known) await store.stepSilences({ now, stepMs })
    this.#known = await store.noteOpenTime({ now, steppedMs: stepMs })
    this.#notedStepMs = steppedMs
  }
}

/** Lets all nodes know while reports can come in: alerts expire in no other time. */
export function keepOpen(
  intake: Pick<OpenIntake, 'note'>,
  { isRefusing }: { readonly isRefusing: () => boolean },
): PeriodicTask {
  return {
    name: 'intake.open',
    everyMs: OPEN_NOTED_EVERY_MS,
    // Less than what counts as an absence.
    idleMs: 0.9 * ABSENCE_MS_MIN,
    logsSteps: false,
    step: async () => {
      if (!isRefusing()) await intake.note()
      return 0
    },
  }
}
