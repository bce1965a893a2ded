import { ABSENCE_MS_MIN, OPEN_NOTED_EVERY_MS, ALWAYS_OPEN, type OpenTime } from '../domain/open-time.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { ClockSteps } from '../monitoring/clock-watch.ts'
import type { PeriodicTask } from './periodic.ts'

interface OpenIntakeDeps {
  readonly store: Pick<Store, 'noteOpenTime' | 'stepSilences'>
  readonly clock: Pick<Clock, 'now'>
  readonly clockSteps: Pick<ClockSteps, 'steppedMs'>
  /** Makes the clock follow a step of this very moment. */
  readonly freshTime: () => Promise<void>
}

/**
 * When reports could come in, as far as this node knows. After a time in which none could, that is noted before the
 * first one is taken in: so none lies in a gap.
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

  /** Undefined: there is no gap, and nothing to wait for. */
  begin(): Promise<void> | undefined {
    const { clock, clockSteps } = this.#deps
    // Asking for the time is what notices a step.
    const gapMs = clock.now() - (this.#known?.openUntil ?? -Infinity)
    const isGap = gapMs >= ABSENCE_MS_MIN || clockSteps.steppedMs !== this.#notedStepMs
    return isGap ? this.note() : undefined
  }

  /** Notes a step of the clock of which the database does not know yet. Undefined: the clock was not set. */
  noteStep(): Promise<void> | undefined {
    const { clock, clockSteps } = this.#deps
    clock.now()
    if (clockSteps.steppedMs === this.#notedStepMs) return undefined
    // A note that is under way may have begun before the step.
    return this.note().then(() => this.noteStep())
  }

  /** Lets the database follow a step of the clock of this very moment. */
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
    // First what ends by the clock as it is: a report that is taken in next is decided by it.
    if (stepMs !== 0 || !this.#known) await store.stepSilences({ now, stepMs })
    this.#known = await store.noteOpenTime({ now, steppedMs: stepMs })
    this.#notedStepMs = steppedMs
  }
}

/** While reports can come in, all nodes know it: promises of monitors run out in no other time. */
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
