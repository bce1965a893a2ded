import type { Engine } from '../engines/engine.ts'
import { NEIGHBOURS } from '../figures.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { createWebhook, type Run, Stage } from '../stage.ts'
import { addTallies, NOTHING_COUNTED } from '../tally.ts'

const REPORTS_PER_SECOND = 500

/** Measures how a webhook suffers from another one, notified of the same alerts, whose receiver is down. */
export const badReceivers: Scenario = {
  id: 'neighbours',
  title: 'a good webhook beside each kind of bad one',
  isFullOnly: true,
  seconds: ({ warmUpMs, measureMs }) => NEIGHBOURS.length * (4 + (warmUpMs + measureMs) / 1000),
  measure: async (bench, engine) => {
    const readings: Record<string, number> = {}
    let tally = NOTHING_COUNTED
    let good = 0
    for (const neighbour of NEIGHBOURS) {
      const run = await measureBeside(bench, engine, neighbour)
      tally = addTallies(tally, run.tally)
      if (neighbour === 'healthy') good = run.received.latencyMs.p95
      else readings[`neighbour.${neighbour}`] = run.received.latencyMs.p95 / good
    }
    return { tally, readings }
  },
}

async function measureBeside(
  bench: Bench,
  engine: Engine,
  neighbour: (typeof NEIGHBOURS)[number],
): Promise<Run> {
  const database = await engine.createDatabase()
  const stage = await Stage.open(bench, engine, database)
  if (neighbour === 'healthy') await stage.addWebhooks(2)
  else {
    await stage.addWebhooks(1)
    await createWebhook(stage.service, { name: neighbour, url: `${bench.badReceiverUrl}/${neighbour}` })
  }
  await stage.warmUp()
  const run = await stage.runSteady(REPORTS_PER_SECOND)
  await stage.kill()
  await database.remove()
  return run
}

const WEBHOOKS = 20
const SLOW_REPORTS_PER_SECOND = 80

/**
 * Twenty webhooks are notified of everything; in one case one of them has a receiver that takes 5 s for each
 * response.
 */
export const slowReceiver: Scenario = {
  id: 'slow',
  title: 'one slow receiver among 20',
  seconds: ({ warmUpMs, measureMs }) => 5 + (2 * (warmUpMs + measureMs)) / 1000,
  measure: async (bench, engine) => {
    const without = await measureSlow(bench, engine, { isOneSlow: false })
    const beside = await measureSlow(bench, engine, { isOneSlow: true })
    return {
      tally: addTallies(without.tally, beside.tally),
      readings: {
        'slow.p95': beside.received.latencyMs.p95,
        'slow.ratio': beside.received.latencyMs.p95 / without.received.latencyMs.p95,
      },
    }
  },
}

async function measureSlow(bench: Bench, engine: Engine, { isOneSlow }: { readonly isOneSlow: boolean }) {
  const database = await engine.createDatabase()
  const stage = await Stage.open(bench, engine, database)
  await stage.addWebhooks(isOneSlow ? WEBHOOKS - 1 : WEBHOOKS)
  if (isOneSlow) await createWebhook(stage.service, { name: 'slow', url: `${bench.badReceiverUrl}/slow` })
  await stage.warmUp()
  const run = await stage.runSteady(SLOW_REPORTS_PER_SECOND)
  await stage.kill()
  await database.remove()
  return run
}
