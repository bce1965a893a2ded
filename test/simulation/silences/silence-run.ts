import type { Mode } from '../../../src/domain/webhook/webhook.ts'

/** The actions of a step, each with how often it happens. */
export const WEIGHTS = {
  report: 30,
  acknowledge: 4,
  silence: 6,
  window: 2,
  delete_window: 1,
  skip_day: 1,
  restore_day: 0,
  step_clock: 0,
  change_end: 3,
  end: 2,
  pass: 20,
  switch_webhook: 3,
  switch_receiver: 4,
  crash: 2,
} as const

/** Windows come and go, and the clock is set all the time. */
export const STEPPING_WEIGHTS = {
  ...WEIGHTS,
  acknowledge: 0,
  window: 8,
  delete_window: 2,
  skip_day: 8,
  restore_day: 5,
  step_clock: 14,
}

/** How a run differs from others. */
export interface SilenceRun {
  readonly mode: Mode
  /** The receiver never fails, so that everything must be sent at once. */
  readonly isHealthy: boolean
  /** Somebody sets the clock. */
  readonly isStepping: boolean
}
