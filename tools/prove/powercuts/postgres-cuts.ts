import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Random } from '../../../test/simulation/random.ts'
import type { Service } from '../../../test/support/app/service.ts'
import type { PostgresServer } from '../../../test/support/databases/postgres-server.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { makePlace, type Place } from '../databases.ts'
import type { Finding } from '../findings.ts'
import { Lives, report, sendReport } from '../load/monitors.ts'
import { drained } from '../load/drained.ts'
import { LedgerReceiver } from '../load/receiver.ts'
import { makeWebhooks, SERVICE_SETTINGS, WEBHOOKS } from '../load/webhooks.ts'
import { countRepeats, findBroken } from '../promises/find-broken.ts'
import { emptyLedger, ledgerAtCut, type CutMoment, type Ledger } from '../promises/ledger.ts'
import { cutLog } from './cut-log.ts'

/** Cuts that a server lives through, unless something breaks. */
const CUTS_PER_DATABASE = 20
/** From the beginning of the load to the cut, at the most. */
const UP_MS_MAX = 600
/** No monitor gets two responses within so little. */
const MOMENT_MS_MAX = 3
const ASKED_MAX = 1_000
/** Reports of each monitor after the cut. */
const REPORTS_AFTER = 5

export interface PostgresCutsDeps {
  readonly seed: number
  readonly count: number
  readonly cleanup: Cleanup
  readonly onFinding: (finding: Finding) => void
  readonly keep: (seed: number, ledger: Ledger, folder: string) => string
}

/** Lets the power fail under a server and its service, or under the server alone, over and over. */
export async function cutOnPostgres({
  seed,
  count,
  cleanup,
  onFinding,
  keep,
}: PostgresCutsDeps): Promise<void> {
  for (let done = 0; done < count;) {
    const place = await makePlace('postgres')
    const forgetPlace = cleanup.add(() => place.remove())
    const receiver = await LedgerReceiver.start(emptyLedger(), new Random(seed + done).fork('receiver'))
    const forgetReceiver = cleanup.add(() => receiver.stop())
    const victim = new Victim(place, receiver)
    const forgetVictim = cleanup.add(() => victim.end())
    await victim.begin()
    let isBroken = false
    for (let cuts = 0; cuts < CUTS_PER_DATABASE && done < count && !isBroken; cuts += 1) {
      const finding = await victim.cutOnce(seed + done)
      isBroken = finding.broken.length > 0
      onFinding({
        ...finding,
        ...(isBroken && { kept: keep(finding.seed, receiver.ledger, place.folder) }),
      })
      done += 1
    }
    await victim.end()
    await receiver.stop()
    await place.remove()
    for (const forget of [forgetVictim, forgetReceiver, forgetPlace]) forget()
  }
}

class Victim {
  readonly #place: Place
  readonly #server: PostgresServer
  readonly #receiver: LedgerReceiver
  readonly #lives = new Lives()
  #service: Service | undefined

  constructor(place: Place, receiver: LedgerReceiver) {
    if (!place.server) throw new Error('a place without a server')
    this.#place = place
    this.#server = place.server
    this.#receiver = receiver
  }

  async begin(): Promise<void> {
    await makeWebhooks(await this.#start(), this.#receiver.url)
    // All that the pages hold until now is in the files, and no checkpoint comes by itself.
    await withClient(this.#server, (client) => client.query('CHECKPOINT'))
  }

  async cutOnce(seed: number): Promise<Finding> {
    const random = new Random(seed)
    const receiver = this.#receiver
    const isWhole = seed % 2 === 0
    const stop = new AbortController()
    receiver.isHealthy = false
    const load = this.#report(random, stop.signal)
    const { acknowledged, received, life: lifeBefore } = receiver.ledger
    const counts = { acknowledged: acknowledged.length, received: received.length }
    const upMs = random.integer(1, UP_MS_MAX)
    await sleep(upMs)
    if (isWhole) {
      receiver.ledger = ledgerAtCut(receiver.ledger, await this.#cutMachine(stop, load))
      await this.#start()
    } else await this.#cutServer()
    const { ledger } = receiver
    const sinceThen = {
      acknowledged: ledger.acknowledged.length - counts.acknowledged,
      received: ledger.received.length - counts.received,
    }
    receiver.isHealthy = true
    stop.abort()
    await load
    const stuck = await this.#rest(random).then(
      () => [],
      (error: unknown) => [`stuck: ${String(error)}`],
    )
    return {
      seed,
      at: new Date().toISOString(),
      kind: `of the ${isWhole ? 'machine' : 'server alone'}, ${upMs} ms under load`,
      ...sinceThen,
      repeated: repeatedSince(ledger, lifeBefore),
      broken: [
        ...stuck,
        ...findBroken(ledger, { webhooks: WEBHOOKS, isDrained: true, repeatsMax: undefined }),
      ],
    }
  }

  end(): Promise<void> {
    return this.#lives.end()
  }

  /** Everything ends at once, and the log where the server says that it is on the disk. */
  async #cutMachine(stop: AbortController, load: Promise<void>): Promise<CutMoment> {
    const { position, ...moment } = await withClient(this.#server, findCut)
    stop.abort()
    await Promise.all([this.#service?.kill(), this.#server.down('SIGQUIT')])
    await load
    await this.#receiver.receivedLastRequests()
    cutLog(this.#server.dataFolder, position)
    await this.#server.up()
    return moment
  }

  /** The service lives on. What leaves meanwhile may be of claims that are lost: it is of a life between the two. */
  async #cutServer(): Promise<void> {
    const { ledger } = this.#receiver
    ledger.life += 1
    await this.#server.down('SIGQUIT')
    await this.#server.up()
    ledger.life += 1
  }

  /** Repeats reports that nobody acknowledged, adds a new one, and waits until the service rests. */
  async #rest(random: Random): Promise<void> {
    await this.#report(random, new AbortController().signal, REPORTS_AFTER)
    await drained(async () => (await this.#service?.request('GET', '/v1/status'))?.json())
  }

  async #report(random: Random, stop: AbortSignal, reportsMax?: number): Promise<void> {
    const service = this.#service
    if (!service) throw new Error('there is no service')
    await report({
      send: (observations) => sendReport(service, observations),
      ledger: this.#receiver.ledger,
      isBatch: () => random.happens(0.2),
      stop,
      ...(reportsMax !== undefined && { reportsMax }),
    })
  }

  async #start(): Promise<Service> {
    const { folder, database = '' } = this.#place
    this.#service = await this.#lives.start({ folder, database, settings: SERVICE_SETTINGS })
    return this.#service
  }
}

/**
 * Where the log is cut, and when that was. Monitors say again what was acknowledged in the time that nobody can
 * know: of two changes of one alert the older one would be sent after the newer. So it must be a moment; a machine
 * that is busy is asked until it is one.
 */
async function findCut(client: Client): Promise<CutMoment & { readonly position: string }> {
  for (let asked = 1; ; asked += 1) {
    const surelyMs = Date.now() - 1
    const { rows } = await client.query<{ readonly position: string }>(
      'SELECT pg_current_wal_flush_lsn()::text AS position',
    )
    const possiblyMs = Date.now()
    if (possiblyMs - surelyMs <= MOMENT_MS_MAX || asked === ASKED_MAX) {
      return { surelyMs, possiblyMs, position: rows[0]?.position ?? '' }
    }
  }
}

function repeatedSince({ received }: Ledger, firstLife: number): number {
  const counts = [...countRepeats(received)].filter(([life]) => life >= firstLife)
  return counts.reduce((total, [, count]) => total + count, 0)
}

async function withClient<T>(server: PostgresServer, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
