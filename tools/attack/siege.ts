import { setTimeout as wait } from 'node:timers/promises'
import type { Cleanup } from '../bench/cleanup.ts'
import type { Engine } from '../bench/engines/engine.ts'
import { Part } from '../bench/part.ts'
import type { AttackerMethods, AttackFact } from '../bench/parts/attacker.ts'
import { ServiceProcess } from '../bench/service-process.ts'
import { DecentMonitor, type MonitorFact } from './monitor.ts'
import type { Target } from './attacks/target.ts'
import { watch, type Watched } from './watch.ts'

/** The limit of the process for its objects. */
export const HEAP_MB = 512

/** Webhooks as large as they may be, for those who read lists of them. */
const LARGE_WEBHOOKS = 30

/** Whatever was taken is delivered by then, on any machine; only what is lost takes so long. */
const DELIVERED_MS_MAX = 120_000

export interface SiegeOptions {
  readonly engine: Engine
  readonly ids: readonly string[]
  readonly attackMs: number
  /** Before and after. */
  readonly calmMs: number
  readonly cleanup: Cleanup
}

export interface SiegeFact extends Watched {
  readonly isAlive: boolean
  readonly monitor: MonitorFact
  readonly residentMbBefore: number
  readonly residentMbAfter: number
  readonly attacks: readonly AttackFact[]
}

/** A service with little memory and decent users, first in peace, then under attack, then in peace again. */
export async function lay({ engine, ids, attackMs, calmMs, cleanup }: SiegeOptions): Promise<SiegeFact> {
  const database = await engine.createDatabase()
  const service = await ServiceProcess.start(database, cleanup, {
    nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
  })
  const attacker = new Part<AttackerMethods>('attacker', cleanup)
  const monitor = new DecentMonitor()
  const forget = cleanup.add(() => monitor.close())
  try {
    const port = Number(new URL(service.url).port)
    const tokens = await prepare(service, await monitor.listen())
    monitor.start(port, tokens['events:write'])
    await wait(calmMs)
    const residentMbBefore = await service.memoryMb()

    const ending = new AbortController()
    const watched = watch({ port, memoryMb: () => service.memoryMb() }, ending.signal)
    const attacks = await Promise.race([
      attacker.ask('attack', { target: { port, tokens }, ids, durationMs: attackMs }),
      service.ended.then(() => []),
    ])
    ending.abort()
    const seen = await watched

    if (service.isAlive) await wait(calmMs)
    const residentMbAfter = await service.memoryMb()
    const isAlive = service.isAlive
    const fact = await monitor.stop(isAlive ? DELIVERED_MS_MAX : 0)
    return { ...seen, isAlive, monitor: fact, residentMbBefore, residentMbAfter, attacks }
  } finally {
    monitor.close()
    forget()
    attacker.stop()
    await service.kill()
    await database.remove()
  }
}

async function prepare(service: ServiceProcess, receiverUrl: string): Promise<Target['tokens']> {
  await service.request('POST', '/v1/webhooks', {
    name: 'decent',
    url: receiverUrl,
    mode: 'every_change',
    payload_template: '%CurrentValue%',
  })
  for (let index = 0; index < LARGE_WEBHOOKS; index += 1) {
    await service.request('POST', '/v1/webhooks', largeWebhook(index))
  }
  return {
    'events:write': await makeToken(service, 'events:write'),
    'webhooks:read': await makeToken(service, 'webhooks:read'),
    'deliveries:read': await makeToken(service, 'deliveries:read'),
    'silences:write': await makeToken(service, 'silences:write'),
    'webhooks:write': await makeToken(service, 'webhooks:write'),
  }
}

function largeWebhook(index: number) {
  return {
    name: `large ${index}`,
    url: 'http://127.0.0.1:9/',
    enabled: false,
    payload_template: 'x'.repeat(256 * 1024 - 1),
    http_headers: Array.from({ length: 64 }, (_, header) => ({
      http_header_key: `X-Large-${header}`,
      http_header_value: 'y'.repeat(8 * 1024),
    })),
  }
}

async function makeToken(service: ServiceProcess, scope: string): Promise<string> {
  const made = (await service.request('POST', '/v1/tokens', { name: scope, scopes: [scope] })) as {
    readonly token: string
  }
  return made.token
}
