import type { Observation, ObservationResult } from '../../../src/domain/alert/alert.ts'
import { JOB_STATUSES } from '../../../src/domain/alert/job-run.ts'
import { SERVICE_ACTOR } from '../../../src/domain/audit/audit.ts'
import { AppError } from '../../../src/domain/errors.ts'
import type { WebhookEdit } from '../../../src/domain/webhook/webhook-edit.ts'
import type { Intake } from '../../../src/intake/intake.ts'
import { changeWebhook } from '../../../src/webhooks/change-webhook.ts'
import { createWebhook } from '../../../src/webhooks/create-webhook.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { TEMPLATE } from '../model/check-requests.ts'
import { isInDoubt } from '../model/in-doubt.ts'
import { makeSchedule } from '../plan.ts'
import {
  someConcurrency,
  someFallbackAfter,
  someFlags,
  someMatch,
  someMode,
  someObservation,
  someRate,
} from './inputs.ts'
import type { SimulatedNode } from './node.ts'
import { Replicas } from './replicas.ts'
import type { World } from './world.ts'

/** Matchers of webhooks until others are stored for them. */
export const HEAVY_DRAFT = 'label.team=nobody'

/** So long Alertmanager waits for a response. */
const RESPONSE_MS_MAX = 10_000

/** So far apart are reports that come together; in milliseconds. */
const APART_MS_MAX = 1

/** What monitors, schedulers and operators do. */
export class Clients {
  readonly #world: World
  /** What was reported lately, to be reported again. */
  readonly #reports: Report[] = []
  readonly replicas: Replicas

  constructor(world: World) {
    this.#world = world
    this.replicas = new Replicas(world)
  }

  observe(node = this.#world.pickNode()): void {
    const { random, plan } = this.#world
    const count = random.pick([1, 1, 1, 2, 4, plan.alertCount])
    const observations = Array.from({ length: count }, () => someObservation(this.#world))
    this.#report((intake) => {
      const items = [...observations]
      const response = intake.acceptObservations(items)
      return { items, response: response.then((results) => this.#demandNotStale(observations, results)) }
    }, node)
  }

  /** One of several Alertmanagers says what it has to say of an alert that all of them watch. */
  replicate(): void {
    const next = this.replicas.next()
    if (!next) return
    const { observation, answered } = next
    let isOver = false
    const end = (isAccepted: boolean) => {
      if (!isOver) answered(isAccepted)
      isOver = true
    }
    // A node that dies gives no response: then it is said again.
    this.#world.time.schedule(RESPONSE_MS_MAX, () => end(false))
    const node = this.#world.pickNode()
    node?.life.enter(() => {
      node.intake.acceptObservations([observation]).then(
        () => end(true),
        () => end(false),
      )
    })
  }

  /** Several, to one node. */
  reportTogether(): void {
    const { random, time } = this.#world
    const node = this.#world.pickNode()
    const report = random.happens(0.8) ? () => this.observe(node) : () => this.reportRun(node)
    for (let count = random.integer(2, 4); count > 0; count -= 1) {
      time.schedule(random.integer(0, APART_MS_MAX), report)
    }
  }

  reportRun(node = this.#world.pickNode()): void {
    const { random, time } = this.#world
    const count = random.pick([1, 1, 2])
    const runs = Array.from({ length: count }, () => ({
      source: 'cron',
      jobId: `job-${random.integer(1, 2)}`,
      runId: String(random.integer(1, 60)),
      name: 'nightly',
      status: random.pick(JOB_STATUSES),
      startedAt: null,
      finishedAt: time.now,
      details: {},
    }))
    this.#report((intake) => {
      const items = [...runs]
      return { items, response: intake.acceptJobRuns(items) }
    }, node)
  }

  /** Whoever got no response, or is in doubt, says it again: late, and in the same words. */
  repeatReport(): void {
    const report = this.#reports.at(-this.#world.random.integer(1, 5))
    if (report) this.#report(report)
  }

  /** A webhook that is notified of every alert, without any limit. */
  createPlainWebhook(): void {
    const { receivers } = this.#world
    const url = receivers.urlOf(receivers.pickReceiver())
    const draft = { name: 'plain', url, payloadTemplate: TEMPLATE, mode: 'every_change' } as const
    this.#call(({ store, life: { clock } }) => createWebhook({ store, clock }, draft, SERVICE_ACTOR))
  }

  /** Its fallback; in some runs that has a fallback itself. */
  createFallback(): void {
    const { receivers, model, modes, plan } = this.#world
    const [plain] = model.webhooks.keys()
    if (plain === undefined) return
    const alertFlags = { low: false, medium: false, high: false, cleared: false }
    const url = receivers.urlOf(receivers.pickReceiver())
    const draft = { name: 'fallback', url, payloadTemplate: TEMPLATE, alertFlags }
    const isChain = plan.presentShare > 0 && modes.happens(0.5)
    const fallbackAfterMs = isChain ? someFallbackAfter(modes) : null
    this.#call(async ({ store, life: { clock } }) => {
      const create = (fallbackWebhookId: number | null) =>
        createWebhook({ store, clock }, { ...draft, fallbackAfterMs, fallbackWebhookId }, SERVICE_ACTOR)
      const { id } = await create(isChain ? (await create(null)).id : null)
      this.#change({ fallbackWebhookId: id }, plain)
    })
  }

  /** A webhook whose matchers are stored by `storeHeavy`. */
  createHeavyWebhook(): void {
    const { receivers } = this.#world
    const draft = { name: 'heavy', url: receivers.urlOf(receivers.pickReceiver()), payloadTemplate: TEMPLATE }
    this.#call(({ store, life: { clock } }) =>
      createWebhook({ store, clock }, { ...draft, match: HEAVY_DRAFT }, SERVICE_ACTOR),
    )
  }

  createWebhook(): void {
    const { model, plan, random, receivers } = this.#world
    if (model.webhooks.size >= plan.webhookCountMax) return
    const receiver = receivers.pickReceiver()
    const draft = {
      name: 'simulated',
      url: receivers.urlOf(receiver),
      payloadTemplate: TEMPLATE,
      payloadType: random.pick(['ALERT', 'ALERT', 'JOB'] as const),
      alertFlags: someFlags(this.#world.random),
      timeoutMs: random.pick([null, null, 700, 3_000]),
      retryScheduleMs: random.happens(0.5) ? null : makeSchedule(random),
      enabled: random.happens(0.9),
      concurrencyMax: someConcurrency(this.#world.random),
      rateLimit: someRate(this.#world.random),
      fallbackWebhookId: this.#fallback(),
    }
    const match = someMatch(this.#world, draft.payloadType)
    const made = {
      ...draft,
      match,
      mode: 'every_change' as const,
      ...someMode(this.#world, { ...draft, clearUrl: receivers.endUrlOf(receiver) }),
    }
    this.#call(({ store, life: { clock } }) => createWebhook({ store, clock }, made, SERVICE_ACTOR))
  }

  changeWebhook(): void {
    const { random, receivers, modes, routing, plan } = this.#world
    if (plan.presentShare > 0 && modes.happens(0.3)) return this.#changeMode()
    if (routing.happens(plan.matchedShare / 2)) return this.#changeMatch()
    const edit = random.pick<WebhookEdit>([
      { url: receivers.urlOf(receivers.pickReceiver()) },
      { alertFlags: someFlags(this.#world.random) },
      { timeoutMs: random.pick([null, 700, 2_000]) },
      { retryScheduleMs: random.happens(0.3) ? null : makeSchedule(random) },
      { concurrencyMax: someConcurrency(this.#world.random) },
      { rateLimit: someRate(this.#world.random) },
      { fallbackWebhookId: this.#fallback() },
      { fallbackWebhookId: this.#fallback() },
      {},
    ])
    this.#change(edit)
  }

  #changeMatch(): void {
    const id = this.#pickWebhook()
    const webhook = id === undefined ? undefined : this.#world.model.webhooks.get(id)
    if (webhook) this.#change({ match: someMatch(this.#world, webhook.payloadType) }, webhook.id)
  }

  /** To current-state mode and back, or who is notified when it cannot be reached. */
  #changeMode(): void {
    const { modes, receivers } = this.#world
    const clearRequest = { method: 'POST', url: receivers.endUrlOf(1), payloadTemplate: TEMPLATE }
    const edit = modes.pick<WebhookEdit>([
      { mode: 'current_state' },
      { mode: 'current_state', clearRequest },
      { mode: 'every_change', clearRequest: null, missedAlerts: 'skip' },
      { fallbackAfterMs: someFallbackAfter(modes) },
      { fallbackAfterMs: null },
    ])
    this.#change(edit)
  }

  /** Somebody has the receiver of a webhook called now. */
  #resume(): void {
    const id = this.#pickWebhook()
    if (id === undefined) return
    this.#call(async (node) => {
      await node.store.resumeWebhook(id, { now: node.life.clock.now() })
      node.wake()
    })
  }

  /** Somebody has the receiver of a webhook resynced. */
  #resync(): void {
    const id = this.#pickWebhook()
    if (id === undefined) return
    const { modes } = this.#world
    const asked = { forgets: modes.happens(0.2), isDryRun: modes.happens(0.2) }
    this.#call(async (node) => {
      await node.store.resyncWebhook(id, { ...asked, now: node.life.clock.now() })
      node.wake()
    })
  }

  switchWebhook(): void {
    this.#change({ enabled: this.#world.random.happens(0.6) })
  }

  deleteWebhook(): void {
    const id = this.#pickWebhook()
    if (id === undefined) return
    this.#call(({ store, life: { clock } }) =>
      store.deleteWebhook(id, { now: clock.now(), by: SERVICE_ACTOR }),
    )
  }

  /** Whatever its state: the service has to know what can be done. */
  retryByHand(): void {
    const { modes, plan } = this.#world
    if (plan.presentShare > 0 && modes.happens(0.3)) return this.#resync()
    if (modes.happens(0.15)) return this.#resume()
    const id = this.#pickDelivery(modes.happens(0.2) ? ['pending', 'delivered'] : ['failed', 'cancelled'])
    if (id === undefined) return
    this.#call(async (node) => {
      await node.store.retryDelivery(id, node.life.clock.now())
      node.wake()
    })
  }

  cancelByHand(): void {
    const id = this.#pickDelivery(['waiting', 'pending', 'sending'])
    if (id !== undefined) this.#call((node) => node.store.cancelDelivery(id, node.life.clock.now()))
  }

  /** Mostly one that nobody reports any more, if there is one; else one that is raised, or any. */
  clearByHand(): void {
    const { model, random, time } = this.#world
    const all = [...model.alerts.values()]
    const raised = all.filter(({ state }) => state !== 'cleared')
    const silent = raised.filter(({ promisedUntil }) => promisedUntil !== null && promisedUntil <= time.now)
    const from = [silent, raised, all].find((some) => some.length > 0 && random.happens(0.9)) ?? []
    if (from.length === 0) return
    const { id } = random.pick(from)
    this.#call(async (node) => {
      await node.store.clearAlert(id, { note: null, now: node.life.clock.now() })
      node.wake()
    })
  }

  enableAll(): void {
    for (const { id, enabled } of this.#world.model.webhooks.values()) {
      if (!enabled) this.#change({ enabled: true }, id)
    }
  }

  #report(report: Report, node?: SimulatedNode): void {
    const { model, trace } = this.#world
    this.#reports.push(report)
    let given: unknown
    this.#call(
      ({ intake }) => {
        const { items, response } = report(intake)
        given = items
        return response
      },
      (isAccepted, isInDoubt) => {
        trace.note('world', isAccepted ? 'acknowledged' : isInDoubt ? 'in doubt' : 'refused')
        if (isInDoubt || isAccepted === model.committedReports.has(given)) return
        const what = isAccepted ? 'was acknowledged but not committed' : 'was refused but committed'
        this.#world.report(new BrokenPromise('acknowledged means committed', `a report ${what}`))
      },
      node,
    )
  }

  #demandNotStale(
    observations: readonly Observation[],
    results: readonly { readonly result: ObservationResult }[],
  ): void {
    for (const [index, { key, at }] of observations.entries()) {
      if (at !== undefined || results[index]?.result !== 'stale') continue
      this.#world.report(new BrokenPromise('what names no moment is never stale', key))
    }
  }

  #change(edit: WebhookEdit, id = this.#pickWebhook()): void {
    if (id === undefined) return
    this.#call((node) =>
      changeWebhook(
        { store: node.store, clock: node.life.clock, wake: () => node.wake() },
        id,
        edit,
        SERVICE_ACTOR,
      ),
    )
  }

  /** A call over HTTP, but without HTTP: it reaches a node, and the response comes if that node lives to give it. */
  #call(
    make: (node: SimulatedNode) => Promise<unknown>,
    onResponse?: (isAccepted: boolean, isInDoubt: boolean) => void,
    node = this.#world.pickNode(),
  ): void {
    if (!node) return
    node.life.enter(() => {
      make(node).then(
        () => onResponse?.(true, false),
        (error: unknown) => {
          if (error instanceof AppError) return onResponse?.(false, isInDoubt(error))
          this.#world.report(new BrokenPromise('a refusal can be understood', String(error)))
        },
      )
    })
  }

  /** Most fit, some are refused, some would make a circle. */
  #fallback(): number | null {
    const { model, random } = this.#world
    const silent = [...model.webhooks.values()].filter(({ alertFlags }) => !alertFlags.high)
    if (silent.length > 0 && random.happens(0.6)) return random.pick(silent).id
    return random.happens(0.5) ? null : (this.#pickWebhook() ?? null)
  }

  #pickWebhook(): number | undefined {
    const { model, random } = this.#world
    const ids = [...model.webhooks.keys()]
    return ids.length === 0 ? undefined : random.pick(ids)
  }

  /** Mostly one in such a state. */
  #pickDelivery(states: readonly string[]): number | undefined {
    const { model, random } = this.#world
    const all = [...model.deliveries.values()]
    const fitting = all.filter(({ state }) => states.includes(state))
    const from = fitting.length > 0 && random.happens(0.9) ? fitting : all
    return from.length === 0 ? undefined : random.pick(from).id
  }
}

/** Hands a report in, as a new list each time: by that the model knows which of them is committed. */
type Report = (intake: Intake) => { readonly items: unknown; readonly response: Promise<unknown> }
