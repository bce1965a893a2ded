import { systemClock, type Clock } from '../../src/clock.ts'

const LONGER = 1_000

/**
 * The real time, but whoever waits for some seconds of it waits for an hour: what comes all the same did not come by
 * waiting.
 */
export const patientClock: Clock = {
  ...systemClock,
  after: (ms, callback) => systemClock.after(ms * LONGER, callback),
  wait: (ms, signal) => systemClock.wait(ms * LONGER, signal),
}
