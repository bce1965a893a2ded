import type { BenchDatabase, Engine, ServerCounters } from './engines/engine.ts'
import type { Loaded } from './parts/generator.ts'
import type { Received } from './parts/receiver.ts'
import { type Load, NOTIFICATION_TEMPLATE } from './parts/reports.ts'
import type { ProcessUsage } from './process-usage.ts'
import type { Tally } from './tally.ts'
import type { Mode } from '../../src/domain/webhook/webhook.ts'
import type { Workplace } from './workplace.ts'
import { ServiceProcess } from './service-process.ts'

/** Alerts of a load; each is raised and cleared alternately. */
const ALERT_COUNT = 20_000
const CONNECTIONS = 64
/** Deliveries on their way at the highest load: enough to keep every slot busy and every batch full. */
const UNDELIVERED_MAX = 2_000
const WARM_UP_PER_SECOND = 400
/** Without a single arrival for so long, nothing more will come. */
const STILL_MS_MAX = 15_000

export interface Run {
  readonly loaded: Loaded
  readonly received: Received
  readonly tally: Tally
  readonly used: Used
}

/** During a load, by the service and by the database's own processes. */
export interface Used extends ProcessUsage {
  readonly server: ServerCounters
}

/** The process that takes in the reports of a load. */
export interface Target extends Pick<ServiceProcess, 'url' | 'usage'> {
  readonly token: string
}

type LoadShape = Partial<Pick<Load, 'connections' | 'infoLength' | 'labelCount'>>

/** A service on a database, with webhooks at the receiver of the bench and its generator before it. */
export class Stage {
  readonly #target: Target
  readonly #bench: Workplace
  readonly #engine: Engine
  readonly #keys: string
  #paths: readonly string[] = []
  #webhookIds: readonly number[] = []
  #arrived = 0
  #reported = 0

  private constructor(bench: Workplace, engine: Engine, target: Target) {
    this.#bench = bench
    this.#engine = engine
    this.#target = target
    // No two stages have alerts in common, even on one database: a state that is known already is no event.
    this.#keys = `load ${Date.now().toString(36)}`
  }

  static async open(bench: Workplace, engine: Engine, database: BenchDatabase): Promise<Stage> {
    return new Stage(bench, engine, await ServiceProcess.start(database, bench.cleanup))
  }

  /** A stage before something else than a service, which sends to this path of the receiver. */
  static before(bench: Workplace, engine: Engine, target: Target, path: string): Stage {
    const stage = new Stage(bench, engine, target)
    stage.#paths = [path]
    return stage
  }

  /** The service; throws if the stage is before something else. */
  get service(): ServiceProcess {
    if (this.#target instanceof ServiceProcess) return this.#target
    throw new Error('this stage has no service')
  }

  /** Adds webhooks at the receiver of the bench, notified of every alert that the load raises or clears. */
  async addWebhooks(count: number, mode: Mode = 'every_change'): Promise<void> {
    const paths = Array.from({ length: count }, (_, index) => `/hook/${this.#paths.length + index}`)
    const added: number[] = []
    for (const path of paths) {
      added.push(
        await createWebhook(this.service, {
          name: `bench ${path}`,
          url: `${this.#bench.receiverUrl}${path}`,
          mode,
        }),
      )
    }
    this.#paths = [...this.#paths, ...paths]
    this.#webhookIds = [...this.#webhookIds, ...added]
  }

  get webhookIds(): readonly number[] {
    return this.#webhookIds
  }

  /** Runs as much as the service can sustain. */
  runFlat(durationMs = this.#bench.settings.measureMs, shape: LoadShape = {}): Promise<Run> {
    return this.#run({ fanOut: this.#paths.length, undeliveredMax: UNDELIVERED_MAX }, durationMs, shape)
  }

  /** Runs so many reports each second, on schedule. */
  runSteady(
    perSecond: number,
    durationMs = this.#bench.settings.measureMs,
    shape: LoadShape = {},
  ): Promise<Run> {
    return this.#run({ perSecond }, durationMs, shape)
  }

  warmUp(): Promise<Run> {
    return this.runSteady(WARM_UP_PER_SECOND, this.#bench.settings.warmUpMs)
  }

  async removeWebhooks(): Promise<void> {
    for (const id of this.#webhookIds) await this.service.request('DELETE', `/v1/webhooks/${id}`)
    this.#webhookIds = []
    this.#paths = []
  }

  /** Ends the service as its users do, so that the database can be used on. */
  async close(): Promise<void> {
    await this.service.stop()
  }

  async kill(): Promise<void> {
    await this.service.kill()
  }

  async #run(pace: Load['pace'], durationMs: number, shape: LoadShape): Promise<Run> {
    const { generator, receiver } = this.#bench
    const from = this.#reported
    this.#follow()
    await receiver.ask('reset', { alertCount: ALERT_COUNT })
    this.#arrived = 0
    const before = await this.#used()
    const loaded = await generator.ask('run', {
      url: this.#target.url,
      token: this.#target.token,
      keys: this.#keys,
      alertCount: ALERT_COUNT,
      connections: CONNECTIONS,
      ...shape,
      from,
      durationMs,
      pace,
    })
    this.#reported = loaded.until
    const accepted = loaded.until - from - loaded.notAccepted.length
    await this.#untilArrived(accepted * this.#paths.length)
    const used = difference(before, await this.#used())
    const { until, notAccepted } = loaded
    const received = await receiver.ask('report', { from, until, notAccepted, paths: this.#paths })
    receiver.listen(undefined)
    const { refused, unanswered } = loaded
    const { lost, repeated, disordered } = received
    return { loaded, received, used, tally: { accepted, refused, unanswered, lost, repeated, disordered } }
  }

  /** Until so many have arrived that nobody reported now, or no more come. */
  async untilDrained(count: number): Promise<void> {
    this.#follow()
    this.#arrived = await this.#bench.receiver.ask('count', undefined)
    await this.#untilArrived(count)
    this.#bench.receiver.listen(undefined)
  }

  /** Until so many have arrived, or no more come. */
  async #untilArrived(count: number): Promise<void> {
    let last = this.#arrived
    let changedAt = performance.now()
    while (this.#arrived < count && performance.now() - changedAt < STILL_MS_MAX) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (this.#arrived === last) continue
      last = this.#arrived
      changedAt = performance.now()
    }
  }

  /** Sends the generator what has arrived. */
  #follow(): void {
    this.#bench.receiver.listen((news) => {
      const { arrived } = news as { readonly arrived: number }
      this.#arrived = arrived
      this.#bench.generator.ask('arrived', arrived).catch(() => undefined)
    })
  }

  async #used(): Promise<Used> {
    const [usage, server] = await Promise.all([this.#target.usage(), this.#engine.counters()])
    return { ...usage, server }
  }
}

function difference(before: Used, after: Used): Used {
  return {
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    mainThreadSeconds: after.mainThreadSeconds - before.mainThreadSeconds,
    writtenBytes: after.writtenBytes - before.writtenBytes,
    server: {
      ...after.server,
      cpuSeconds: after.server.cpuSeconds - before.server.cpuSeconds,
      walBytes: after.server.walBytes - before.server.walBytes,
    },
  }
}

/** Signed, and with every limit set, so high that it never holds anything back: a webhook as one should have it. */
export async function createWebhook(
  service: ServiceProcess,
  {
    name,
    url,
    alerts = ['low', 'high', 'cleared'],
    mode = 'every_change',
  }: {
    readonly name: string
    readonly url: string
    /** The states that it is notified of. */
    readonly alerts?: readonly ('low' | 'medium' | 'high' | 'cleared')[]
    readonly mode?: Mode
  },
): Promise<number> {
  const flag = (state: (typeof alerts)[number]) => alerts.includes(state)
  const created = (await service.request('POST', '/v1/webhooks', {
    name,
    url,
    mode,
    payload_template: NOTIFICATION_TEMPLATE,
    low_alert: flag('low'),
    med_alert: flag('medium'),
    high_alert: flag('high'),
    cleared_alert: flag('cleared'),
    concurrency: 100,
    rate_limit: '900000/1s',
    response_size_max: '1kb',
    timeout: '10s',
  })) as { readonly id: number }
  await service.request('POST', `/v1/webhooks/${created.id}/signing/rotate`, {})
  return created.id
}
