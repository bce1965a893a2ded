// What the same HTTP client can do at best: POSTs of the same size to the same receiver, and nothing else.
import { Agent } from 'undici'

export interface BareLoad {
  readonly url: string
  readonly durationMs: number
  readonly connections: number
}

process.on('message', (load: BareLoad) => void run(load).then((perSecond) => process.send?.({ perSecond })))

async function run({ url, durationMs, connections }: BareLoad): Promise<number> {
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
      const answer = await agent.request({
        origin: url,
        path: '/hook',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': `bare_${count}`,
          'webhook-timestamp': '1789354800',
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
