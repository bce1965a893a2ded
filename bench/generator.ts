// The load of the bench, a process of its own: reports alerts, one observation per request. With a rate it is an open
// loop (it sends on schedule, whether or not answers come back); without, each of its connections sends as fast as
// answers come.
import { Agent } from 'undici'
import { percentiles } from './figures.ts'

export interface Load {
  readonly url: string
  readonly token: string
  readonly durationMs: number
  /** Reports per second; 0: as many as are answered. */
  readonly rate: number
  readonly connections: number
}

export interface Loaded {
  readonly accepted: number
  readonly refused: number
  readonly durationMs: number
  /** From sending a report to its 200. */
  readonly latencyMs: ReturnType<typeof percentiles>
}

/** Each alert is raised and cleared in turn, so that every report is an event. */
const ALERTS = 20_000

/** Goes on from one load to the next: a report that repeats a state would be no event. */
let sequence = 0

const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6

process.on('message', (load: Load) => void run(load).then((loaded) => process.send?.(loaded)))

async function run({ url, token, durationMs, rate, connections }: Load): Promise<Loaded> {
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 60_000 })
  const latencies: number[] = []
  let refused = 0
  const report = async () => {
    const index = (sequence += 1)
    const startedAt = monotonicMs()
    const body = JSON.stringify({
      key: `load ${index % ALERTS}`,
      name: 'Replication lag',
      state: Math.floor(index / ALERTS) % 2 === 0 ? 'high' : 'cleared',
      object: { type: 'server', name: 'pg-orders-2' },
      server: { name: 'pg-orders-2.example.com', port: 5432 },
      current_value: startedAt,
      threshold_value: 60,
      info: 'Replay lag 412 s, threshold 60 s.',
    })
    const answer = await agent.request({
      origin: url,
      path: '/v1/alerts',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      body,
    })
    await answer.body.dump()
    if (answer.statusCode === 200) latencies.push(monotonicMs() - startedAt)
    else refused += 1
  }
  const startedAt = monotonicMs()
  await (rate > 0 ? openLoop(report, rate, durationMs) : closedLoop(report, connections, durationMs))
  const tookMs = monotonicMs() - startedAt
  await agent.close()
  return { accepted: latencies.length, refused, durationMs: tookMs, latencyMs: percentiles(latencies) }
}

async function openLoop(report: () => Promise<void>, rate: number, durationMs: number): Promise<void> {
  const startedAt = monotonicMs()
  const total = Math.round((rate * durationMs) / 1000)
  const answers: Promise<void>[] = []
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((monotonicMs() - startedAt) * rate) / 1000))
    while (answers.length < due) answers.push(report())
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(answers)
}

async function closedLoop(
  report: () => Promise<void>,
  connections: number,
  durationMs: number,
): Promise<void> {
  const endAt = monotonicMs() + durationMs
  const worker = async () => {
    while (monotonicMs() < endAt) await report()
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

// The bench that asked for it is gone.
process.on('disconnect', () => process.exit())
