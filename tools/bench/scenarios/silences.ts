import type { Scenario } from '../scenario.ts'
import { Stage } from '../stage.ts'
import { eachUs, forEach, LOAD, rateOf } from './matchers.ts'

/** Active silences, and webhooks beside the one that is notified; none of their matchers has an `=`. */
const SILENCES = { full: 1_000, quick: 50 } as const

/** Intake for one webhook beside as many active silences as there may be, and as many webhooks, which meet nothing. */
export const silences: Scenario = {
  id: 'silences',
  title: 'intake beside 1,000 silences and 1,000 webhooks with patterns, and without them',
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
      const webhook = {
        name: `other ${index}`,
        url: 'http://127.0.0.1:9/',
        mode: 'every_change',
        match: matchAt(index),
      }
      await stage.service.request('POST', '/v1/webhooks', webhook)
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
  return String.raw`server=~"stage-${index}\..*|test-${index}", label.name_1!="x", severity=~"high|medium"`
}
