import { median, round } from './figures.ts'
import type { Loaded } from './generator.ts'
import { Part, ServiceProcess } from './processes.ts'
import type { Received } from './receiver.ts'

/** One webhook whose receiver is well gets so many notices per second, beside another that is not. */
const RATE = 500
const BACKLOG = 100_000
const POST_MAX = 1_000
const SETTLE_MS = 3_000

/** Besides the one that is measured: what the receiver of the other webhook does. The first is what others are held against. */
const NEIGHBOURS = ['well', 'hang', 'drip', 'reset', '500', '429', `${BACKLOG} waiting`] as const

export interface Isolation {
  readonly neighbour: string
  readonly p50Ms: number
  readonly p95Ms: number
  readonly lost: number
}

/** How long the notices of a good webhook take beside each kind of bad one; rounds take turns, so that all see the same machine. */
export async function measureIsolation(
  receiver: Part,
  given: { readonly port: number; readonly durationMs: number; readonly rounds: number },
  say: (line: string) => void,
): Promise<readonly Isolation[]> {
  const bad = new Part('bad-receiver.ts')
  const { port: badPort } = await bad.next<{ port: number }>()
  const runs: Isolation[] = []
  for (let index = 0; index < given.rounds; index += 1) {
    for (const neighbour of NEIGHBOURS) {
      const run = await measureBeside(neighbour, receiver, { ...given, badPort })
      runs.push(run)
      say(`  beside ${neighbour}: round ${index + 1} of ${given.rounds}, p95 ${run.p95Ms} ms`)
    }
  }
  bad.stop()
  return NEIGHBOURS.map((neighbour) => {
    const own = runs.filter((run) => run.neighbour === neighbour)
    return {
      neighbour,
      p50Ms: round(median(own.map(({ p50Ms }) => p50Ms))),
      p95Ms: round(median(own.map(({ p95Ms }) => p95Ms))),
      lost: Math.max(...own.map(({ lost }) => lost)),
    }
  })
}

async function measureBeside(
  neighbour: (typeof NEIGHBOURS)[number],
  receiver: Part,
  {
    port,
    badPort,
    durationMs,
  }: { readonly port: number; readonly badPort: number; readonly durationMs: number },
): Promise<Isolation> {
  const service = await ServiceProcess.start()
  const generator = new Part('generator.ts')
  const isBacklog = neighbour.endsWith('waiting')
  const url = isBacklog
    ? `http://127.0.0.1:${badPort}/500`
    : neighbour === 'well'
      ? `http://127.0.0.1:${port}/other`
      : `http://127.0.0.1:${badPort}/${neighbour}`
  await service.request('POST', '/v1/webhooks', { name: neighbour, url, timeout: '5s' })
  if (isBacklog) await pileUp(service)
  await service.request('POST', '/v1/webhooks', {
    name: 'measured',
    url: `http://127.0.0.1:${port}/hook`,
    payload_template: '{"alert": "%AlertName%", "sent": %CurrentValue%}',
  })
  const load = (milliseconds: number) =>
    generator.ask<Loaded>({
      url: service.url,
      token: service.token,
      durationMs: milliseconds,
      rate: RATE,
      connections: 64,
    })
  const warmUp = await load(SETTLE_MS)
  const fanOut = neighbour === 'well' ? 2 : 1
  await untilCount(receiver, warmUp.accepted * fanOut)
  await receiver.ask('report')
  const { accepted } = await load(durationMs)
  await untilCount(receiver, accepted * fanOut)
  const { latencyMs, distinct } = await receiver.ask<Received>('report')
  generator.stop()
  await service.stop()
  return { neighbour, p50Ms: latencyMs.p50, p95Ms: latencyMs.p95, lost: accepted * fanOut - distinct }
}

async function untilCount(receiver: Part, count: number): Promise<void> {
  const giveUpAt = performance.now() + 20_000
  while ((await receiver.ask<{ count: number }>('count')).count < count && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Alerts that only the bad webhook is told about: the other one is made later. */
async function pileUp(service: ServiceProcess): Promise<void> {
  for (let from = 0; from < BACKLOG; from += POST_MAX) {
    const observations = Array.from({ length: POST_MAX }, (_, index) => ({
      key: `backlog ${from + index}`,
      name: 'Backlog',
      state: 'high',
      current_value: 0,
    }))
    await service.request('POST', '/v1/alerts', observations)
  }
}
