import { latencyScenarioId, latencyTitle, PERCENTILE_NAMES } from '../figures.ts'
import type { Scenario } from '../scenario.ts'
import { Stage } from '../stage.ts'

/** Slow enough that each alert finds the system idle. */
const IDLE_PER_SECOND = 25

/** At this rate and above each report is notified to three webhooks, as a monitor's usually are. */
const FAN_OUT_FROM = 2_500

/**
 * From the scheduled moment of a report to the arrival of its notification, at so many deliveries per second (0: one
 * alert at a time).
 */
export function latency(rate: number, { isFullOnly = false } = {}): Scenario {
  const id = latencyScenarioId(rate)
  const fanOut = rate >= FAN_OUT_FROM ? 3 : 1
  return {
    id,
    title: `${latencyTitle(rate)}, fan-out ${fanOut}`,
    isFullOnly,
    seconds: ({ warmUpMs, measureMs }) => 2 + (warmUpMs + measureMs) / 1000,
    measure: async (bench, engine) => {
      const database = await engine.createDatabase()
      const stage = await Stage.open(bench, engine, database)
      await stage.addWebhooks(fanOut)
      await stage.warmUp()
      const { loaded, received, tally } = await stage.runSteady(rate === 0 ? IDLE_PER_SECOND : rate / fanOut)
      await stage.kill()
      await database.remove()
      const percentiles = PERCENTILE_NAMES.map((name) => [`${id}.${name}`, received.latencyMs[name]] as const)
      return { tally, readings: { ...Object.fromEntries(percentiles), [`${id}.late`]: loaded.lateMs.p99 } }
    },
  }
}
