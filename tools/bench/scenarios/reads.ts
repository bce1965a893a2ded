import type { Scenario } from '../scenario.ts'
import { Stage } from '../stage.ts'
import { percentiles } from '../statistics.ts'
import type { ServiceProcess } from '../service-process.ts'
import { historyOf } from './large-database.ts'

/** The load meanwhile. */
const REPORTS_PER_SECOND = 300
const PAGE = 100

/** Measures what an operator or a console reads over a long history while deliveries go on. */
export const reads: Scenario = {
  id: 'reads',
  title: 'reading over the API under load',
  isOnce: true,
  seconds: ({ warmUpMs, measureMs }) => 5 + (warmUpMs + measureMs) / 1000,
  measure: async (bench, engine) => {
    const filled = await bench.prepared.get(bench, engine, historyOf(bench, bench.settings.historyCount))
    const stage = await Stage.open(bench, engine, filled.database)
    await stage.addWebhooks(1)
    await stage.warmUp()
    const ids = await deliveryIds(stage.service, filled.webhookIds[0] ?? 0)
    const [{ tally }, times] = await Promise.all([
      stage.runSteady(REPORTS_PER_SECOND),
      readAll(stage.service, {
        paths: pathsOf(ids, filled.webhookIds[0] ?? 0),
        durationMs: bench.settings.measureMs,
      }),
    ])
    await stage.removeWebhooks()
    await stage.close()
    const readings = Object.entries(times).flatMap(([kind, values]) => {
      const { p50, p99 } = percentiles(values)
      return [
        [`reads.${kind}.p50`, p50],
        [`reads.${kind}.p99`, p99],
      ]
    })
    return { tally, readings: Object.fromEntries(readings) }
  },
}

type PathOf = (turn: number) => string

function pathsOf(ids: readonly number[], webhookId: number): Readonly<Record<string, PathOf>> {
  return {
    list: () => `/v1/deliveries?limit=${PAGE}`,
    listOfWebhook: () => `/v1/deliveries?limit=${PAGE}&webhook_id=${webhookId}`,
    delivery: (turn) => `/v1/deliveries/${ids[turn % ids.length]}`,
    events: () => `/v1/events?limit=${PAGE}`,
    alerts: () => `/v1/alerts?limit=${PAGE}`,
  }
}

/** Some of the history. */
async function deliveryIds(service: ServiceProcess, webhookId: number): Promise<readonly number[]> {
  const page = (await service.request('GET', `/v1/deliveries?limit=${PAGE}&webhook_id=${webhookId}`)) as {
    readonly items: readonly { readonly id: number }[]
  }
  return page.items.map(({ id }) => id)
}

async function readAll(
  service: ServiceProcess,
  { paths, durationMs }: { readonly paths: Readonly<Record<string, PathOf>>; readonly durationMs: number },
): Promise<Readonly<Record<string, readonly number[]>>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(paths).map((kind) => [kind, []]))
  const endAt = performance.now() + durationMs
  for (let turn = 0; turn === 0 || performance.now() < endAt; turn += 1) {
    for (const [kind, pathOf] of Object.entries(paths)) {
      const startedAt = performance.now()
      await service.request('GET', pathOf(turn))
      times[kind]?.push(performance.now() - startedAt)
    }
  }
  return times
}
