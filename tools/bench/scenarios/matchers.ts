import type { Scenario } from '../scenario.ts'
import type { ServiceProcess } from '../service-process.ts'
import { measureSteps } from '../measure-steps.ts'
import { Stage, type Run } from '../stage.ts'

/** The load: an alert per request with eight labels, as monitors send them, from 16 clients. */
export const LOAD = { connections: 16, labelCount: 8 }
/** Webhooks of which each matcher has an `=`, and those that are asked about every event. */
const WEBHOOKS = { full: [10_000, 100], quick: [200, 20] } as const
/** Requests that create webhooks at once. */
const AT_ONCE = 32

/**
 * Intake for one webhook beside very many others: first they get job runs and have no matchers, then alerts, and have
 * matchers that no alert meets.
 */
export const matchers: Scenario = {
  id: 'matchers',
  title: 'intake beside 10,000 webhooks, without matchers and with them',
  seconds: ({ measureMs }) => 60 + (4 * measureMs) / 1000,
  measure: async (bench, engine) => {
    const { measureMs, mode } = bench.settings
    const database = await engine.createDatabase()
    const stage = await Stage.open(bench, engine, database)
    await stage.addWebhooks(1)
    const [indexed, asked] = WEBHOOKS[mode === 'quick' ? 'quick' : 'full']
    const texts = [
      ...Array.from({ length: indexed }, (_, index) => indexedMatch(index)),
      ...Array.from({ length: asked }, (_, index) => `server=~"stage-${index}-.*", name!~"Replication.*"`),
    ]
    const ids = await addWebhooks(stage.service, texts.length)
    await stage.runFlat(measureMs, LOAD)
    const without = await stage.runFlat(measureMs, LOAD)
    await giveMatchers(stage.service, ids, texts)
    await stage.runFlat(measureMs, LOAD)
    const beside = await stage.runFlat(measureMs, LOAD)
    await stage.kill()
    await database.remove()
    const steps = measureSteps()
    return {
      tally: beside.tally,
      readings: {
        'matchers.cost': eachUs(beside) / eachUs(without),
        'matchers.rate': rateOf(beside) / rateOf(without),
        'matchers.us': eachUs(beside),
        'matchers.plainUs': eachUs(without),
        'matchers.stepsIn20Ms': steps.in20Ms,
        'matchers.budgetMs': steps.budgetMs,
        'matchers.stepRatio': steps.ratio,
      },
    }
  },
}

function indexedMatch(index: number): string {
  if (index % 3 === 0) return `label.name_1="other ${index}", severity!=low`
  if (index % 3 === 1) return `server="pg-${index}" or label.name_2="other ${index}", name=~"Repl.*"`
  return `{source="api", label.name_3="other ${index}"}`
}

async function addWebhooks(service: ServiceProcess, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  await forEach(Array.from({ length: count }), async (_, index) => {
    const given = { name: `other ${index}`, url: 'http://127.0.0.1:9/', payload_type: 'JOB' }
    ids.push(((await service.request('POST', '/v1/webhooks', given)) as { readonly id: number }).id)
  })
  return ids
}

function giveMatchers(
  service: ServiceProcess,
  ids: readonly number[],
  texts: readonly string[],
): Promise<void> {
  return forEach(ids, async (id, index) => {
    await service.request('PATCH', `/v1/webhooks/${id}`, { payload_type: 'ALERT', match: texts[index] })
  })
}

/** Calls `act` for each item, for `AT_ONCE` items at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries()
  const actOnNext = async () => {
    for (const [index, item] of left) await act(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, actOnNext))
}

export function rateOf({ received }: Run): number {
  return (received.arrived / received.periodMs) * 1000
}

/** Returns the processor time of each report, in microseconds. */
export function eachUs({ received, used }: Run): number {
  return ((used.cpuSeconds + used.server.cpuSeconds) * 1e6) / Math.max(1, received.arrived)
}
