import type { Engine } from '../engines/engine.ts'
import { NEIGHBOURS } from '../figures.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { addTallies, NOTHING_COUNTED } from '../tally.ts'
import { createWebhook, Stage, type Run } from '../stage.ts'

const REPORTS_PER_SECOND = 500

/** Measures how a webhook with a healthy receiver suffers from another one, notified of the same alerts, whose receiver is down. */
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
