// What the same HTTP client can do at best: signed POSTs of the same size to the same receiver, and nothing else.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Agent } from 'undici'
import { serveParent } from './serve-parent.ts'

export interface BareLoad {
  readonly url: string
  readonly durationMs: number
  readonly connections: number
}

export type BareLoopMethods = typeof methods

/** The first moments are spent on compiling. */
const WARM_UP_SHARE = 0.3

const methods = { run }
serveParent(methods)

/** The cost of a request, and the rate. */
export interface BareRun {
  readonly perSecond: number
  /** Processor time of the process for each request, its other threads included. */
  readonly eachUs: number
}

async function run({ url, durationMs, connections }: BareLoad): Promise<BareRun> {
  const key = createSecretKey(randomBytes(32))
  const agent = new Agent({ connections, pipelining: 1 })
  const countFrom = performance.now() + durationMs * WARM_UP_SHARE
  const endAt = countFrom + durationMs
  let sent = 0
  let counted = 0
  let usedBefore: NodeJS.CpuUsage | undefined
  const worker = async () => {
    while (performance.now() < endAt) {
      sent += 1
      await post(agent, { url, key, number: sent })
      if (performance.now() < countFrom) continue
      usedBefore ??= process.cpuUsage()
      counted += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const tookMs = performance.now() - countFrom
  const { user, system } = process.cpuUsage(usedBefore)
  await agent.close()
  return { perSecond: (counted / tookMs) * 1000, eachUs: (user + system) / Math.max(1, counted) }
}

async function post(
  agent: Agent,
  {
    url,
    key,
    number,
  }: { readonly url: string; readonly key: ReturnType<typeof createSecretKey>; readonly number: number },
): Promise<void> {
  const body = JSON.stringify({
    alert: 'Replication lag',
    state: 'High',
    object: 'pg-orders-2',
    sent: 123_456_789.123,
    info: 'Replay lag 412 s, threshold 60 s.',
  })
  const id = `bare_${number}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const response = await agent.request({
    origin: url,
    path: '/bare',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tocsin/bare',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
  await response.body.dump()
}
