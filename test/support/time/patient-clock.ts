import { systemClock, type Clock } from '../../../src/runtime/clock.ts'

const LONGER = 1_000
/** Waits up to this are no polling: something gathers what comes together. */
const SHORT_MS = 100
/** The longest that Node.js can wait; what is longer it does at once. */
const WAIT_MS_MAX = 2 ** 31 - 1

/**
 * The real time, but whoever waits for some seconds of it waits for an hour: what comes all the same did not come by
 * waiting.
 */
export const patientClock: Clock = {
  ...systemClock,
  after: (ms, callback) => systemClock.after(longer(ms), callback),
  wait: (ms, signal) => systemClock.wait(longer(ms), signal),
}

function longer(ms: number): number {
  return ms < SHORT_MS ? ms : Math.min(ms * LONGER, WAIT_MS_MAX)
}
