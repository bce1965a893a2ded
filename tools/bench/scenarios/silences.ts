import type { Scenario } from '../scenario.ts'
import { Stage } from '../stage.ts'
import { eachUs, forEach, LOAD, rateOf } from './matchers.ts'

/** Active silences; a tenth of them is asked about every event, because none of its matchers has an `=`. */
const SILENCES = { full: 1_000, quick: 50 } as const

/** Intake for one webhook beside as many active silences as there may be, which hold nothing of it. */
export const silences: Scenario = {
  id: 'silences',
  title: 'intake beside 1,000 silences, and without them',
  seconds: ({ measureMs }) => 20 + (4 * measureMs) / 1000,
  measure: async (bench, engine) => {
    const { measureMs, mode } = bench.settings
    const database = await engine.createDatabase()
    const stage = await Stage.open(bench, engine, database)
    await stage.addWebhooks(1)
    await stage.runFlat(measureMs, LOAD)
    const without = await stage.runFlat(measureMs, LOAD)
    const count = SILENCES[mode === 'quick' ? 'quick' : 'full']
    await forEach(Array.from({ length: count }), async (_, index) => {
      const silence = { match: matchAt(index), for: '1d', reason: 'bench' }
      await stage.service.request('POST', '/v1/silences', silence)
    })
    await stage.runFlat(measureMs, LOAD)
    const beside = await stage.runFlat(measureMs, LOAD)
    await stage.kill()
    await database.remove()
    return {
      tally: beside.tally,
      readings: {
        'silences.cost': eachUs(beside) / eachUs(without),
        'silences.rate': rateOf(beside) / rateOf(without),
      },
    }
  },
}

function matchAt(index: number): string {
  if (index % 10 === 0) return `server=~"stage-${index}-.*", name!~"Replication.*"`
  return index % 2 === 0 ? `server="pg-${index}"` : `label.name_1="other ${index}", severity!=low`
}
