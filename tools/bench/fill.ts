import type { BenchDatabase, Engine } from './engines/engine.ts'
import { fillRows, SAMPLE_NUMBER, type Content } from './fill-rows.ts'
import type { Workplace } from './workplace.ts'
import { ServiceProcess } from './service-process.ts'
import { createWebhook } from './stage.ts'

export interface Filled {
  readonly database: BenchDatabase
  readonly webhookIds: readonly number[]
}

/**
 * A database as the service would have filled it, in much less time: its rows are copies of those that the service
 * itself wrote for one sample, with other numbers.
 */
export async function fill(bench: Workplace, engine: Engine, content: Content): Promise<Filled> {
  const database = await engine.createDatabase()
  const webhookIds = await writeSample(bench, database, content)
  const filling = await database.open()
  await fillRows(filling, { content, webhookIds })
  await filling.close()
  return { database, webhookIds }
}

/** One alert, notified to a webhook that is gone afterwards, and the webhooks that the rows are for. */
async function writeSample(
  bench: Workplace,
  database: BenchDatabase,
  content: Content,
): Promise<readonly number[]> {
  const service = await ServiceProcess.start(database, bench.cleanup)
  const url = `${bench.receiverUrl}/sample`
  const sampleId = await createWebhook(service, { name: 'sample', url, alerts: ['medium'] })
  await service.request('POST', '/v1/alerts', {
    key: `sample ${SAMPLE_NUMBER}`,
    name: 'Replication lag',
    state: 'medium',
    object: { type: 'server', name: 'pg-orders-2' },
    server: { name: 'pg-orders-2.example.com', port: 5432 },
    current_value: SAMPLE_NUMBER,
    threshold_value: 0,
    info: 'Replay lag 412 s, threshold 60 s.',
  })
  await untilDelivered(service)
  await service.request('DELETE', `/v1/webhooks/${sampleId}`)
  const ids: number[] = []
  for (const url of content.urls) {
    const alerts = content.isNotified ? undefined : (['medium'] as const)
    ids.push(await createWebhook(service, { name: `filled ${ids.length}`, url, ...(alerts && { alerts }) }))
  }
  await service.stop()
  return ids
}

async function untilDelivered(service: ServiceProcess): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  for (;;) {
    const { items } = (await service.request('GET', '/v1/deliveries?state=delivered')) as {
      readonly items: readonly unknown[]
    }
    if (items.length > 0) return
    if (performance.now() > giveUpAt) throw new Error('the sample was not delivered')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
