import type { Engine } from '../engines/engine.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { addTallies } from '../tally.ts'
import { createWebhook, Stage } from '../stage.ts'

const WEBHOOKS = 20
const REPORTS_PER_SECOND = 80

/**
 * Twenty webhooks are notified of everything; in one case one of them has a receiver that takes 5 s for each
 * response.
 */
export const slowReceiver: Scenario = {
  id: 'slow',
  title: 'one slow receiver among 20',
  seconds: ({ warmUpMs, measureMs }) => 5 + (2 * (warmUpMs + measureMs)) / 1000,
  measure: async (bench, engine) => {
    const without = await measure(bench, engine, { isOneSlow: false })
    const beside = await measure(bench, engine, { isOneSlow: true })
    return {
      tally: addTallies(without.tally, beside.tally),
      readings: {
        'slow.p95': beside.received.latencyMs.p95,
        'slow.ratio': beside.received.latencyMs.p95 / without.received.latencyMs.p95,
      },
    }
  },
}

async function measure(bench: Bench, engine: Engine, { isOneSlow }: { readonly isOneSlow: boolean }) {
  const database = await engine.createDatabase()
  const stage = await Stage.open(bench, engine, database)
  await stage.addWebhooks(isOneSlow ? WEBHOOKS - 1 : WEBHOOKS)
  if (isOneSlow) await createWebhook(stage.service, { name: 'slow', url: `${bench.badReceiverUrl}/slow` })
  await stage.warmUp()
  const run = await stage.runSteady(REPORTS_PER_SECOND)
  await stage.kill()
  await database.remove()
  return run
}
