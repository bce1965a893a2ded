import type { EngineName } from '../../engine-names.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../../test/support/time/eventually.ts'
import { Random } from '../../../test/simulation/random.ts'
import type { Service } from '../../../test/support/app/service.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { makePlace, type Place } from '../databases.ts'
import type { Finding } from '../findings.ts'
import { Lives, report, sendReport } from '../load/monitors.ts'
import { drained } from '../load/drained.ts'
import { LedgerReceiver } from '../load/receiver.ts'
import { makeSilencedWebhook, SILENCED, silence, type Period } from '../load/silencer.ts'
import { IN_FLIGHT_MAX, makeWebhooks, SERVICE_SETTINGS, WEBHOOKS } from '../load/webhooks.ts'
import { countRepeats, findBroken } from '../promises/find-broken.ts'
import { findLeftWithin, findMissing } from '../promises/find-unsilenced.ts'
import { emptyLedger, type Ledger } from '../promises/ledger.ts'

/** Kills that a database lives through: enough to grow, and few to repeat after a run that was ended. */
const KILLS_PER_DATABASE = 25
/** From the beginning of the load to the kill, at the most. */
const UP_MS_MAX = 500
/** The share of kills that hit a service which has not yet come to rest after the kill before. */
const UNRESTED_SHARE = 0.3

export interface KillsDeps {
  readonly engine: EngineName
  /** The next kill's; each further one has the next. */
  readonly seed: number
  readonly count: number
  readonly cleanup: Cleanup
  readonly onFinding: (finding: Finding) => void
  /** Keeps what a broken promise can be looked into with; returns where. */
  readonly keep: (seed: number, ledger: Ledger, folder: string) => string
}

/** Kills a real service under load, over and over, and starts it again on what it left. */
export async function kill({ engine, seed, count, cleanup, onFinding, keep }: KillsDeps): Promise<void> {
  for (let done = 0; done < count;) {
    const place = await makePlace(engine)
    const forgetPlace = cleanup.add(() => place.remove())
    const receiver = await LedgerReceiver.start(emptyLedger(), new Random(seed + done).fork('receiver'))
    const forgetReceiver = cleanup.add(() => receiver.stop())
    const victim = new Victim({ place, receiver, onFinding, keep })
    const forgetVictim = cleanup.add(() => victim.end())
    done += await victim.live({
      seed: seed + done,
      killsMax: Math.min(KILLS_PER_DATABASE, count - done),
    })
    await receiver.stop()
    await place.remove()
    for (const forget of [forgetVictim, forgetReceiver, forgetPlace]) forget()
  }
}

interface Life {
  readonly seed: number
  readonly killsMax: number
}

interface VictimDeps {
  readonly place: Place
  readonly receiver: LedgerReceiver
  readonly onFinding: (finding: Finding) => void
  readonly keep: KillsDeps['keep']
}

/** A service that is killed, with all that it has sent. */
class Victim {
  readonly #deps: VictimDeps
  /** Findings that can only be made when the service has come to rest. */
  #unsaid: Finding[] = []
  readonly #lives = new Lives()
  readonly #periods: Period[] = []
  #silencedId = 0
  #isBroken = false
  #acknowledgedBefore = 0
  #receivedBefore = 0

  constructor(deps: VictimDeps) {
    this.#deps = deps
  }

  /** Returns how often it was killed: as often as that, or until something broke. */
  async live({ seed, killsMax }: Life): Promise<number> {
    // One that ends well: only such a one leaves its compiled code for the next.
    const service = await this.#start()
    await makeWebhooks(service, this.#deps.receiver.url)
    this.#silencedId = await makeSilencedWebhook(service, this.#deps.receiver.url)
    await service.stop()
    let kills = 0
    while (kills < killsMax && !this.#isBroken) {
      const isKilled = await this.#killOnce(seed + kills)
      if (isKilled) kills += 1
    }
    if (this.#unsaid.length > 0) await this.#say(await this.#start())
    await this.end()
    return kills
  }

  end(): Promise<void> {
    return this.#lives.end()
  }

  /** False: something that was to be said before has broken. */
  async #killOnce(seed: number): Promise<boolean> {
    const random = new Random(seed)
    const service = await this.#start()
    if (this.#unsaid.length > 0 && !random.happens(UNRESTED_SHARE)) await this.#say(service)
    if (this.#isBroken) return false
    const { receiver } = this.#deps
    const { ledger } = receiver
    const stop = new AbortController()
    const load = report({
      send: (observations) => sendReport(service, observations),
      ledger,
      isBatch: () => random.happens(0.2),
      stop: stop.signal,
    })
    const silencing = silence({
      service,
      webhookId: this.#silencedId,
      periods: this.#periods,
      random: random.fork('silences'),
      stop: stop.signal,
    })
    // Every other time not before there was load, however slow the machine is.
    const enough = ledger.acknowledged.length + (seed % 2 === 0 ? 20 : 0)
    await eventually('some are acknowledged', () => ledger.acknowledged.length >= enough)
    const upMs = random.integer(0, UP_MS_MAX)
    await sleep(upMs)
    await service.kill()
    stop.abort()
    await Promise.all([load, silencing])
    await receiver.receivedLastRequests()
    ledger.life += 1
    this.#note(seed, `${upMs} ms under load`)
    return true
  }

  #start(): Promise<Service> {
    const { folder, database } = this.#deps.place
    return this.#lives.start({
      folder,
      settings: SERVICE_SETTINGS,
      ...(database !== undefined && { database }),
    })
  }

  #note(seed: number, kind: string): void {
    const { acknowledged, received } = this.#deps.receiver.ledger
    this.#unsaid.push({
      seed,
      at: new Date().toISOString(),
      kind,
      acknowledged: acknowledged.length - this.#acknowledgedBefore,
      received: received.length - this.#receivedBefore,
      repeated: 0,
      broken: [],
    })
    this.#acknowledgedBefore = acknowledged.length
    this.#receivedBefore = received.length
  }

  /** Brings it to rest, and says what was found of the kills before. */
  async #say(service: Service): Promise<void> {
    const { receiver, onFinding, keep, place } = this.#deps
    const { ledger } = receiver
    const stuck = await drained(async () => (await service.request('GET', '/v1/status')).json()).then(
      () => [],
      (error: unknown) => [`stuck: ${String(error)}`],
    )
    const everyChange = { ...ledger, received: ledger.received.filter(({ webhook }) => webhook !== SILENCED) }
    const broken = [
      ...stuck,
      ...findBroken(everyChange, { webhooks: WEBHOOKS, isDrained: true, repeatsMax: IN_FLIGHT_MAX }),
      ...(await findNotNotified(ledger)),
      ...findLeftWithin(ledger, this.#periods),
    ]
    const repeats = countRepeats(everyChange.received)
    const findings = this.#unsaid
    this.#unsaid = []
    this.#isBroken = broken.length > 0
    for (const [index, finding] of findings.entries()) {
      const life = ledger.life - findings.length + index
      onFinding({
        ...finding,
        repeated: repeats.get(life) ?? 0,
        broken,
        ...(broken.length > 0 && { kept: keep(finding.seed, ledger, place.folder) }),
      })
    }
  }
}

/** Waits until the last silence is over and the receiver was notified of all; lists what it was never notified of. */
async function findNotNotified(ledger: Ledger): Promise<readonly string[]> {
  await eventually('what was held is sent', () => findMissing(ledger).length === 0, HELD_MS_MAX).catch(
    () => {},
  )
  return findMissing(ledger)
}

/** Far more than the longest silence takes, and what follows it. */
const HELD_MS_MAX = 30_000
