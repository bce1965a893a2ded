import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_TOKEN } from '../../../test/support/app/service.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { startOwnAddress } from './own-address.ts'
import { Replica, RULES, type Downtime } from './replica.ts'

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

export interface PairPlace {
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
