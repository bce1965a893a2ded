import type { Clock } from '../runtime/clock.ts'
import type { ClockWatermark, ClockJump, TimeReading } from '../domain/clock-steps.ts'
import { clockJumpAfter, NO_CLOCK_JUMP, stepBetween, stepSince } from '../domain/clock-steps.ts'
import type { Instant, Monotonic } from '../domain/instant.ts'
import type { Log } from '../telemetry/log.ts'

interface ClockStepsOptions {
  /** The clock of this machine, or of the database server. */
  readonly clock: 'machine' | 'server'
  readonly log: Pick<Log, 'warn'>
}

/** The steps of a clock that this process noticed: a step is not time that has passed. */
export class ClockSteps {
  onStep: () => void = () => undefined
  readonly #options: ClockStepsOptions
  #clockJump = NO_CLOCK_JUMP
  #count = 0
  #steppedMs = 0

  constructor(options: ClockStepsOptions) {
    this.#options = options
  }

  note(stepMs: number, now: Instant): void {
    this.#clockJump = clockJumpAfter(this.#clockJump, stepMs, now)
    this.#count += 1
    this.#steppedMs += stepMs
    this.#options.log.warn({ clock: this.#options.clock, stepMs }, 'clock.stepped')
    this.onStep()
  }

  /** Takes over what the previous process knew, and finds steps made since. */
  recall(mark: ClockWatermark, reading: TimeReading): void {
    this.#clockJump = mark.clockJump
    const stepMs = stepSince(mark, reading)
    if (stepMs !== 0) this.note(stepMs, reading.time)
  }

  /** Returns `NO_CLOCK_JUMP` if no step has put the clock ahead. */
  get clockJump(): ClockJump {
    return this.#clockJump
  }

  /** The sum of all steps. */
  get steppedMs(): number {
    return this.#steppedMs
  }

  get count(): number {
    return this.#count
  }
}

/**
 * A clock that notices a step with the first reading after it, so that whatever uses this reading knows of the step.
 */
export class WatchedClock implements Clock {
  readonly #clock: Clock
  readonly #steps: Pick<ClockSteps, 'note'>
  #reading: TimeReading

  constructor(clock: Clock, steps: Pick<ClockSteps, 'note'>) {
    this.#clock = clock
    this.#steps = steps
    this.#reading = this.#read()
  }

  now(): Instant {
    const before = this.#reading
    this.#reading = this.#read()
    const stepMs = stepBetween(before, this.#reading)
    if (stepMs !== 0) this.#steps.note(stepMs, this.#reading.time)
    return this.#reading.time
  }

  monotonic(): Monotonic {
    return this.#clock.monotonic()
  }

  after(ms: number, callback: () => void): () => void {
    return this.#clock.after(ms, callback)
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.wait(ms, signal)
  }

  /** The process may pause between the two clocks. */
  #read(): TimeReading {
    const begunAt = this.#clock.monotonic()
    const time = this.#clock.now()
    const at = this.#clock.monotonic()
    return { at, time, errorMs: at - begunAt }
  }
}
