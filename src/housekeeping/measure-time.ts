import type { PeriodicTask } from './periodic.ts'

const EVERY_MS = 10_000
const IDLE_MS = 60_000

/**
 * Clocks of machines drift apart, and a machine that was suspended wakes up late: the time of the nodes is measured
 * again and again.
 */
export function measureTime(measure: () => Promise<void>): PeriodicTask {
  return {
    name: 'nodes.time_measured',
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    stepMax: Infinity,
    logsSteps: false,
    step: async () => {
      await measure()
      return 0
    },
  }
}
