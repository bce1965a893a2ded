import { AppError } from '../../../src/domain/errors.ts'
import { absentSince } from '../../../src/domain/open-time.ts'
import { readPush } from '../../senders/service.ts'
import type { Sent } from '../../senders/prometheus.ts'
import { BEGIN, GROUPS, scenarioOf, type Scenario } from '../../senders/scenario.ts'
import { Truth } from '../../senders/truth.ts'
import type { Change } from '../model/change-log.ts'
import { BrokenPromise, demand } from '../model/broken-promise.ts'
import type { Executed } from '../database/simulated-database.ts'
import type { World } from './world.ts'

/** After so much time without a fault everything that was due has been done. */
const CALM_MS = 10_000

/** It is noted every 5 s that reports can come in; then the task runs, and the database. */
const TIMER_MS_MAX = 8_000

/** A script may promise an hour; nobody waits for that at the end. */
const AWAITED_MS_MAX = 10 * 60_000

interface Group {
  readonly scenario: Scenario
  readonly alertname: string
  /** The source and the key of its alert. */
  readonly name: string
  readonly truth: Truth
  /** Its alert is raised, by the events that were written. */
  isRaised: boolean
}

/**
 * Groups of Prometheus servers that are restarted, at the same or a new address, and of scripts: each group pushes
 * one alert, in copies to several nodes, of which some are lost or late. What is true at them is held against what
 * is written.
 */
export class Pushers {
  readonly #world: World
  readonly #groups: readonly Group[]
  /** Knows each push by the list in which it was handed in. */
  readonly #handedIn = new WeakMap<object, { readonly group: Group; readonly sent: Sent }>()
  /** The time of the world at which the scenarios begin. */
  readonly #begunAt: number

  constructor(world: World) {
    this.#world = world
    this.#begunAt = world.time.elapsed
    this.#groups = Array.from({ length: world.plan.pusherCount }, (_, index) => this.#makeGroup(index + 1))
  }

  begin(): void {
    for (const group of this.#groups) {
      for (const sent of group.scenario.arrivals) {
        this.#world.time.schedule(sent.at - BEGIN, () => this.#push(group, sent))
      }
    }
  }

  /** Follows a call that was carried out, after the model did. */
  follow(call: Executed): void {
    if (this.#groups.length === 0 || (call.error !== undefined && !call.isUnanswered)) return
    const handedIn = call.method === 'acceptObservations' ? this.#handedIn.get(call.args[0]) : undefined
    const isNews =
      handedIn !== undefined && call.method === 'acceptObservations' && this.#take(handedIn, call.args[1])
    for (const change of call.changes) this.#followChange(call, change)
    if (!this.#world.model.isClockTrue || !handedIn) return
    const { group, sent } = handedIn
    const isLost = isNews && !sent.isEnd && !group.isRaised
    demand(!isLost, 'no raise that is pushed is lost', () => `${group.alertname} of ${sent.process}`)
  }

  /** Called after whatever happens. */
  check(): void {
    const { model, time } = this.#world
    if (this.#groups.length === 0 || !model.isClockTrue || model.calmMs < CALM_MS) return
    for (const { alertname, isRaised, truth } of this.#groups) {
      demand(
        !isRaised || truth.mayStand(time.elapsed - this.#shiftMs),
        'no alert stays raised for longer than its reporters live after an end, or than they promised',
        () => alertname,
      )
    }
  }

  /** Nothing is raised any more that somebody waits for. */
  get areOver(): boolean {
    const later = this.#world.time.elapsed - this.#shiftMs + AWAITED_MS_MAX
    return this.#groups.every(({ isRaised, truth }) => !isRaised || truth.mayStand(later))
  }

  /** The difference between the time of the world and that of the scenarios. */
  get #shiftMs(): number {
    return this.#begunAt - BEGIN
  }

  #makeGroup(number: number): Group {
    const { model, pushed, plan } = this.#world
    const scenario = scenarioOf(pushed.integer(1, 1_000_000), pushed.pick(GROUPS))
    const alertname = `Rule ${number}`
    const { key } = readPush({ ...NOBODY, at: this.#begunAt }, { alertname })
    const truth = new Truth(scenario, {
      absentSince: (moment) => model.closedMs(moment + this.#shiftMs),
      absentAtMostSince: (moment) =>
        model.openTime ? absentSince(model.openTime, moment + this.#shiftMs) : Infinity,
      graceMs: plan.expiryGraceMs,
      lateMs: TIMER_MS_MAX,
    })
    return { scenario, alertname, name: `prometheus ${key}`, truth, isRaised: false }
  }

  #push(group: Group, sent: Sent): void {
    const { nodes, pushed, isHealed } = this.#world
    const callable = nodes.filter(
      ({ life, isReady, isStopping }) => life.state === 'running' && isReady && !isStopping,
    )
    // The servers are gone with the faults, and say nothing of it.
    if (callable.length === 0 || isHealed) return
    const node = pushed.pick(callable)
    node.life.enter(() => {
      const arrival = { ...this.#shifted(sent), at: node.life.clock.now() }
      const items = [readPush(arrival, { alertname: group.alertname })]
      this.#handedIn.set(items, { group, sent })
      node.intake.acceptObservations(items).catch((error: unknown) => {
        if (error instanceof AppError) return
        this.#world.report(new BrokenPromise('a refusal can be understood', String(error)))
      })
    })
  }

  #shifted({ startsAt, endsAt, ...sent }: Sent): Sent {
    const shiftMs = this.#shiftMs
    return {
      ...sent,
      startsAt: startsAt + shiftMs,
      endsAt: endsAt === undefined ? undefined : endsAt + shiftMs,
    }
  }

  #take({ group, sent }: { readonly group: Group; readonly sent: Sent }, now: number): boolean {
    const { model } = this.#world
    model.saw(sent.isEnd ? 'an end is pushed' : 'a raise is pushed')
    const alert = model.alerts.get(group.name)
    model.saw('an end of one reporter leaves others', sent.isEnd && typeof alert?.endsAt === 'number')
    const isNews = group.truth.take({ ...sent, at: now - this.#shiftMs })
    model.saw('a copy through another node', !isNews)
    const address = restartOf(group.scenario.processes, sent)
    model.saw(`a server is restarted at ${address} address`, address !== undefined)
    return isNews
  }

  #followChange(call: Executed, change: Change): void {
    if (change.kind !== 'event added' || change.body.trigger !== 'change') return
    const { model } = this.#world
    const group = this.#groups.find(({ name }) => model.alerts.get(name)?.id === change.body.alertId)
    if (!group) return
    group.isRaised = change.body.newState !== 'cleared'
    const isByHand = call.method !== 'acceptObservations' && call.method !== 'expireAlerts'
    if (group.isRaised || isByHand || !model.isClockTrue) return
    const lives = group.truth.whoLives(change.body.acceptedAt - this.#shiftMs)
    demand(
      lives === undefined,
      'no alert clears while a reporter that was heard within the time that it lives fires',
      () => `${group.alertname}, of which ${lives} speaks`,
    )
    model.saw('an alert that is pushed clears')
  }
}

/** Returns at which address a server was restarted, if this process follows another one of it. */
function restartOf(processes: Scenario['processes'], { process }: Sent): 'the same' | 'another' | undefined {
  const own = processes.find(({ name }) => name === process)
  const [server = ''] = process.split(' ')
  const former = processes.findLast(({ name, until }) => own && name.startsWith(server) && until <= own.from)
  if (!own || !former) return undefined
  return former.address === own.address ? 'the same' : 'another'
}

/** A push that is read only for the key of its alert. */
const NOBODY = { token: '', url: undefined, address: '', startsAt: 0, endsAt: undefined }
