// What the same HTTP client can do at best: signed POSTs of the same size to the same receiver, and nothing else.
import { createHmac, randomBytes } from 'node:crypto'
import { Agent } from 'undici'

export interface BareLoad {
  readonly url: string
  readonly durationMs: number
  readonly connections: number
}

process.on('message', (load: BareLoad) => void run(load).then((perSecond) => process.send?.({ perSecond })))

async function run({ url, durationMs, connections }: BareLoad): Promise<number> {
  const key = randomBytes(32)
  const agent = new Agent({ connections, pipelining: 1 })
  const startedAt = performance.now()
  let count = 0
  const worker = async () => {
    while (performance.now() - startedAt < durationMs) {
      const body = JSON.stringify({
        alert: 'Replication lag',
        state: 'High',
        object: 'pg-orders-2',
        sent: null,
        info: 'Replay lag 412 s, threshold 60 s.',
      })
      const id = `bare_${count}`
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const answer = await agent.request({
        origin: url,
        path: '/hook',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        body,
      })
      await answer.body.dump()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  await agent.close()
  return Math.round((count / (performance.now() - startedAt)) * 1000)
}

// The bench that asked for it is gone.
process.on('disconnect', () => process.exit())
