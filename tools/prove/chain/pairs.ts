import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_TOKEN } from '../../../test/support/app/service.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { type Downtime, Replica, RULES } from './replica.ts'

/** How the two replicas of a pair can be distinguished. */
export interface PairKind {
  /** The value of their label `pair`. */
  readonly name: string
  readonly hasOneUrl: boolean
  readonly hasOneAddress: boolean
  /** They evaluate their rules at the same moments: an alert has the same start at both. */
  readonly hasOneStart: boolean
}

export const PAIRS = [
  { name: 'own-urls', hasOneUrl: false, hasOneAddress: true, hasOneStart: false },
  { name: 'one-url', hasOneUrl: true, hasOneAddress: false, hasOneStart: true },
  { name: 'one-url-and-address', hasOneUrl: true, hasOneAddress: true, hasOneStart: false },
  { name: 'nothing-apart', hasOneUrl: true, hasOneAddress: true, hasOneStart: true },
] as const satisfies readonly PairKind[]

interface PairPlace {
  readonly conditionsAddress: string
  readonly tocsinUrl: string
  /** Undefined: it reports to Tocsin only. */
  readonly alertmanagerUrl?: string | undefined
  readonly cleanup: Cleanup
}

export class Pair {
  readonly kind: PairKind
  readonly replicas: readonly [Replica, Replica]

  private constructor(kind: PairKind, replicas: readonly [Replica, Replica]) {
    this.kind = kind
    this.replicas = replicas
  }

  static async start(kind: PairKind, place: PairPlace): Promise<Pair> {
    const { cleanup } = place
    const rulesFile = kind.hasOneStart ? await sharedRules(cleanup) : undefined
    const start = async (address: string) => {
      const way = kind.hasOneAddress ? undefined : await startOwnAddress(address, place.tocsinUrl)
      if (way) cleanup.add(way.stop)
      const replica = await Replica.start({
        conditionsAddress: place.conditionsAddress,
        alertmanagerUrl: place.alertmanagerUrl,
        tocsin: { url: way?.url ?? place.tocsinUrl, token: SERVICE_TOKEN },
        pair: kind.name,
        externalUrl: kind.hasOneUrl ? 'http://prometheus.example.com' : undefined,
        rulesFile,
      })
      cleanup.add(() => replica.stop())
      return replica
    }
    return new Pair(kind, [await start('127.0.0.11'), await start('127.0.0.12')])
  }

  get someDown(): readonly Downtime[] {
    return this.replicas.flatMap(({ downtimes }) => downtimes)
  }

  /** The times in which neither of the two could report. */
  get bothDown(): readonly Downtime[] {
    const [one, other] = this.replicas
    return one.downtimes.flatMap((own) =>
      other.downtimes
        .map((others) => ({
          from: Math.max(own.from, others.from),
          until: Math.min(own.until, others.until),
        }))
        .filter(({ from, until }) => from < until),
    )
  }
}

/** Prometheus spreads evaluations by a hash of the path of the file with the rules. */
async function sharedRules(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-chain-rules-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'rules.yml')
  await writeFile(file, RULES)
  return file
}

/** The way from an address of its own to a service, which else sees everybody on this machine from 127.0.0.1. */
interface OwnAddress {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Passes on what connects to it, from `address` (of 127.0.0.0/8). */
async function startOwnAddress(address: string, service: string): Promise<OwnAddress> {
  const { hostname, port } = new URL(service)
  const open = new Set<{ destroy(): unknown }>()
  const server = createServer((from) => {
    const to = connect({ host: hostname, port: Number(port), localAddress: address })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
