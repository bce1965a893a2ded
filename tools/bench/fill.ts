import type { BenchDatabase, Engine } from './engines/engine.ts'
import { type Content, fillRows, SAMPLE_NUMBER } from './fill-rows.ts'
import { ServiceProcess } from './service-process.ts'
import { createWebhook } from './stage.ts'
import type { Workplace } from './workplace.ts'

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

/** Writes an alert, notified to a webhook that is gone afterwards, and the webhooks that the rows are for. */
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

/** Databases that take long to fill, made once in a run and used by several scenarios. */
export class PreparedDatabases {
  readonly #filled = new Map<string, Promise<Filled>>()

  get(bench: Workplace, engine: Engine, content: Content): Promise<Filled> {
    const name = `${engine.name} ${JSON.stringify(content)}`
    let filled = this.#filled.get(name)
    if (!filled) {
      filled = fill(bench, engine, content)
      this.#filled.set(name, filled)
    }
    return filled
  }

  async removeAll(): Promise<void> {
    for (const filled of this.#filled.values()) await (await filled).database.remove()
    this.#filled.clear()
  }
}
