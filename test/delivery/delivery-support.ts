import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttemptFact } from '../../src/telemetry/facts.ts'
import { createDelivery, type Delivery, type DeliveryDeps } from '../../src/delivery/delivery.ts'
import { NO_CLOCK_JUMP } from '../../src/domain/clock-steps.ts'
import type { AlertState } from '../../src/domain/alert/alert.ts'
import type { DeliveryState } from '../../src/domain/delivery/delivery.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import type { NewWebhook, Webhook } from '../../src/domain/webhook/webhook.ts'
import type { Log, LogFields } from '../../src/telemetry/log.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { LongWork } from '../../src/runtime/long-work.ts'
import { openSqliteStore } from '../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { newWebhook, observation } from '../support/build.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock, fixedChance } from '../support/time/fake-clock.ts'
import { Receiver } from '../support/network/receiver.ts'

export interface Line extends LogFields {
  readonly level: keyof Log
  readonly name: string
}

/** The real dispatcher on a real database with a real receiver, at a time that is stopped until it is moved. */
export class World {
  readonly clock = new FakeClock()
  readonly receiver: Receiver
  readonly lines: Line[] = []
  readonly facts: AttemptFact[] = []
  readonly store: Store
  readonly #folder: string
  readonly #deliveries: Delivery[] = []

  constructor(store: Store, receiver: Receiver, folder: string) {
    this.store = store
    this.receiver = receiver
    this.#folder = folder
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-delivery-'))
    const { store } = await openSqliteStore({ file: join(folder, 'tocsin.db'), sizeMax: 0 })
    return new World(store, await Receiver.start(), folder)
  }

  async close(): Promise<void> {
    await this.receiver.stop()
    await Promise.all(this.#deliveries.map((delivery) => delivery.stop()))
    await this.store.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** All of delivery, not started. `given.store` replaces single methods. */
  makeDelivery(
    given: Partial<Omit<DeliveryDeps, 'store'>> & { readonly store?: Partial<DeliveryDeps['store']> } = {},
  ): Delivery {
    const keep = (level: keyof Log) => (fields: LogFields, name: string) =>
      void this.lines.push({ ...fields, level, name })
    const delivery = createDelivery({
      clock: this.clock,
      chance: fixedChance(0),
      log: { error: keep('error'), warn: keep('warn'), info: keep('info'), debug: keep('debug') },
      longWork: new LongWork(systemClock),
      version: '1.2.3',
      nodeId: 'node',
      targets: createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] }),
      inFlightMax: 16,
      webhookConcurrencyMax: 16,
      requestTimeoutMs: 15_000,
      responseBytesMax: 1024,
      retryScheduleMs: [0, 5_000, 15_000, 60_000],
      takeoverMs: 30_000,
      clockJump: () => NO_CLOCK_JUMP,
      onUnreadable: (because) => void this.lines.push({ because, level: 'error', name: 'damage' }),
      publicUrl: '',
      onAttempt: (fact) => this.facts.push(fact),
      onFailed: () => undefined,
      onReleased: () => undefined,
      ...given,
      store: { ...this.store, ...given.store },
    })
    this.#deliveries.push(delivery)
    return delivery
  }

  startDelivery(given: Parameters<World['makeDelivery']>[0] = {}): Delivery {
    const delivery = this.makeDelivery(given)
    delivery.dispatcher.start()
    return delivery
  }

  createWebhook(given: Partial<NewWebhook> = {}): Promise<Webhook> {
    const payloadTemplate = '{"alert": "%AlertName%", "state": "%CurrentState%"}'
    return this.store.createWebhook(
      newWebhook({ url: `${this.receiver.url}/hook`, payloadTemplate, ...given }),
      this.clock.now(),
    )
  }

  /** One alert changes its state; time moves on by a millisecond, so that the order is plain. */
  async observe(key: string, state: AlertState): Promise<void> {
    this.clock.advance(1)
    const now = this.clock.now()
    await this.store.acceptObservations([observation({ key, name: key, state, at: now })], now)
  }

  /** Waits until the deliveries, oldest first, are in these states. */
  async settled(...states: readonly DeliveryState[]): Promise<void> {
    let seen: readonly DeliveryState[] = []
    await eventually('the deliveries are in the expected states', async () => {
      seen = (await this.store.listDeliveries({}, { limit: 100 })).map(({ state }) => state).toReversed()
      return JSON.stringify(seen) === JSON.stringify(states)
    }).catch((error: unknown) => {
      throw new Error(`the deliveries are ${seen.join(', ')}, not ${states.join(', ')}`, { cause: error })
    })
  }

  /** Waits until so many attempts of a delivery are on record. */
  async attempted(count: number, deliveryId = 1): Promise<void> {
    await eventually(
      `${count} attempts of delivery ${deliveryId}`,
      async () => (await this.store.listAttempts(deliveryId)).length === count,
    )
  }

  /** The notifications that the receiver got, in order: `name state`. */
  notified(): readonly string[] {
    return this.receiver.requests.map(({ body }) => {
      const { alert, state } = JSON.parse(body) as Record<'alert' | 'state', string>
      return `${alert} ${state}`
    })
  }

  linesNamed(name: string): readonly Line[] {
    return this.lines.filter((line) => line.name === name)
  }
}
