import { setTimeout } from 'node:timers/promises'
import type { Bench, Scenario } from '../scenario.ts'
import { ServiceProcess } from '../service-process.ts'
import { percentiles } from '../statistics.ts'
import { createWebhook } from '../stage.ts'
import { NOTHING_COUNTED } from '../tally.ts'

const WEBHOOKS = 100
const ALERTS = 1_000
const PROBE_EVERY_MS = 10

/** How long others wait while one monitor reports many alerts at once that many webhooks match: 100,000 deliveries. */
export const crowd: Scenario = {
  id: 'crowd',
  title: `${ALERTS.toLocaleString('en')} alerts in one report to ${WEBHOOKS} webhooks`,
  isFullOnly: true,
  seconds: () => 60,
  measure: async (bench, engine) => {
    const database = await engine.createDatabase()
    const service = await ServiceProcess.start(database, bench.cleanup)
    await addWebhooks(bench, service)
    const reporting = new AbortController()
    const probing = probe(service, reporting.signal)
    const startedAt = performance.now()
    const alerts = Array.from({ length: ALERTS }, (_, index) => ({
      key: `crowd ${index}`,
      name: 'crowd',
      state: 'high',
    }))
    await service.request('POST', '/v1/alerts', alerts)
    const requestMs = performance.now() - startedAt
    reporting.abort()
    const { p50, p99, max } = percentiles(await probing)
    await service.kill()
    await database.remove()
    return {
      tally: NOTHING_COUNTED,
      readings: {
        'crowd.p50': p50,
        'crowd.p99': p99,
        'crowd.max': max,
        'crowd.request': requestMs,
      },
    }
  },
}

async function addWebhooks(bench: Bench, service: ServiceProcess): Promise<void> {
  for (let index = 0; index < WEBHOOKS; index += 1) {
    await createWebhook(service, { name: `crowd ${index}`, url: `${bench.receiverUrl}/crowd/${index}` })
  }
}

/** How long each response of `/healthz` took, in milliseconds. */
async function probe(service: ServiceProcess, signal: AbortSignal): Promise<readonly number[]> {
  const waits: number[] = []
  while (!signal.aborted) {
    const askedAt = performance.now()
    await service.request('GET', '/healthz')
    waits.push(performance.now() - askedAt)
    await setTimeout(PROBE_EVERY_MS)
  }
  return waits
}
