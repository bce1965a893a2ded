import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Store } from '../../../src/storage/store.ts'
import { applyCall, demandNoneBornOld } from '../model/apply.ts'
import { noteTaken } from '../receiver-state/received.ts'
import { checkRequest, stateSent } from '../model/check-requests.ts'
import {
  checkAllEnded,
  checkEverything,
  checkPutBack,
  checkReclaimed,
  checkTakenBack,
} from '../model/check-everything.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { loseClaims } from '../model/lost-claims.ts'
import { Model } from '../model/model.ts'
import { Network, type Exchange } from './network.ts'
import { SimulatedNode } from './node.ts'
import { makePlan, startOf, type Plan } from '../plan.ts'
import { Random } from '../random.ts'
import { Pushers } from './pushers.ts'
import { Receivers } from './receivers.ts'
import { describeCall, describeNotified, nameOf } from '../describe.ts'
import type { Engine, Executed, SimulatedDatabase } from '../database/simulated-database.ts'
import { Trace } from '../trace.ts'
import { VirtualTime } from './virtual-time.ts'

/** So soon after it could not be sent, because we lacked a resource, a delivery can be claimed again. */
const PUT_BACK_MS_MAX = 1_000

/** So soon after its start a node has taken back what its predecessors had under way. */
const TAKEN_BACK_MS_MAX = 3_000

export interface WorldOptions {
  readonly seed: number
  readonly engine: Engine
  /** What is not left to the seed. */
  readonly plan?: Partial<Plan>
  /** A bug in what every node asks of its database. */
  readonly plant?: ((store: Store) => Store) | undefined
}

/** Everything there is in one run: time, the database, the nodes, the receivers, and the model that watches them. */
export class World {
  readonly random: Random
  /** Of what is in current-state mode, so that all else is as it would be without. */
  readonly modes: Random
  readonly routing: Random
  /** Chance of the reports of replicas of one alert. */
  readonly replicated: Random
  /** Decides what servers and scripts push. */
  readonly pushed: Random
  readonly plan: Plan
  readonly time: VirtualTime
  readonly trace: Trace
  readonly receivers: Receivers
  readonly network: Network
  readonly database: SimulatedDatabase
  readonly model: Model
  readonly pushers: Pushers
  /** Those that are not dead; the last one is the newest. */
  nodes: SimulatedNode[] = []
  /** Until then commits fail with `faultShare`, and wake signals are lost. */
  faultsUntil = 0
  faultShare = 0
  wakesLostUntil = 0
  serverDownUntil = 0
  /** Until then most requests cannot be made. */
  shortUntil = 0
  isHealed = false
  /** So long nothing is done: the next step comes after it. */
  skipMs = 0
  #nodeCount = 0
  readonly #plant: (store: Store) => Store
  /** Who had each folder, one after the other. */
  readonly #places: number[][] = []
  #broken: BrokenPromise | undefined

  constructor({ seed, engine, plan: given, plant = (store) => store }: WorldOptions) {
    this.#plant = plant
    const random = new Random(seed)
    this.random = random.fork('world')
    this.modes = random.fork('modes')
    this.routing = random.fork('routing')
    this.replicated = random.fork('replicas')
    this.pushed = random.fork('pushers')
    const planned = makePlan(random.fork('plan'))
    const hasServer = engine.name === 'postgres'
    const usesServerTime = planned.usesServerTime || hasServer
    this.plan = { ...planned, usesServerTime, ...given }
    this.time = new VirtualTime(startOf(random.fork('start'), hasServer), random.fork('time'))
    this.trace = new Trace(this.time)
    const { plan, time, trace } = this
    this.model = new Model(plan, {
      elapsed: () => time.elapsed,
      now: () => time.now,
      isAlive: (node) => this.nodes.some(({ life }) => life.number === node),
      agree: () => !plan.usesServerTime || this.nodes.every(({ life }) => life.clock.now() === time.now),
    })
    this.receivers = new Receivers({ plan, time, random: random.fork('receivers') })
    this.network = new Network({
      time,
      random: random.fork('network'),
      receivers: this.receivers,
      isShort: () => time.elapsed < this.shortUntil && this.random.happens(0.8),
      onShort: (node, claim) => this.#expectPutBack(node, claim),
      onSend: (exchange) => this.#notice(() => this.#checkSend(exchange)),
      onArrival: (exchange, { accepts }) => {
        trace.note(`receiver ${exchange.receiver}`, accepts ? 'takes' : 'gets', nameOf(exchange))
        if (accepts) noteTaken(this.model, exchange, stateSent(exchange))
      },
      onNotified: (exchange) =>
        trace.note(`node ${exchange.node}`, 'gets the response', describeNotified(exchange)),
    })
    this.database = engine.open({
      time,
      random: random.fork('database'),
      trace,
      faultShare: () => (time.elapsed < this.faultsUntil ? this.faultShare : 0),
      lateShare: () => this.#lateShare(),
      onBatch: (executed) => this.#notice(() => this.#follow(executed)),
      onLost: (claims) => this.#notice(() => loseClaims(this.model, claims)),
    })
    this.pushers = new Pushers(this)
  }

  /** One that can be called. */
  pickNode(): SimulatedNode | undefined {
    const callable = this.nodes.filter(isCallable)
    return callable.length === 0 ? undefined : this.random.pick(callable)
  }

  startNode({ reclaimsAll }: { readonly reclaimsAll: boolean }): SimulatedNode {
    this.#nodeCount += 1
    const { plan, time, trace, database, network, random } = this
    const alive = new Set(this.nodes.map(({ life }) => life.number))
    alive.add(this.#nodeCount)
    const number = this.#nodeCount
    const goneNodes = this.#takeNodeSlot(number)
    const node = new SimulatedNode(number, {
      plan,
      goneNodes,
      time,
      trace,
      database,
      network,
      plant: this.#plant,
      random: random.fork(`node ${this.#nodeCount}`),
      isWakeLost: () => time.elapsed < this.wakesLostUntil && random.happens(0.8),
      onReady: () =>
        this.#notice(
          () => reclaimsAll && checkReclaimed(this.model, (other) => alive.has(other) || other > number),
        ),
      onFault: (what) => this.report(new BrokenPromise('no fault of ours is ever logged', what)),
    })
    this.nodes.push(node)
    this.model.noteStart(this.#nodeCount)
    trace.note(node.name, 'starts', reclaimsAll ? 'and reclaims all' : 'beside the others')
    void node.start({ reclaimsAll })
    if (goneNodes.length > 0) this.#expectTakenBack(node, goneNodes)
    return node
  }

  /**
   * Its folder: one that was left, if there is one. A stalled node has not left its own. Returns who had it before.
   */
  #takeNodeSlot(number: number): readonly string[] {
    const left = this.#places.find((holders) => !this.model.isAlive(holders.at(-1) ?? 0))
    const before = [...(left ?? [])]
    if (left) left.push(number)
    else this.#places.push([number])
    return before.map((holder) => `node ${holder}`)
  }

  /** Unless it was stalled itself, or could not write. */
  #expectTakenBack({ life }: SimulatedNode, goneNodes: readonly string[]): void {
    const startedAt = this.time.elapsed
    this.time.schedule(TAKEN_BACK_MS_MAX, () => {
      const wasHindered =
        life.state !== 'running' || life.stallCount > 0 || this.#couldNotWriteSince(startedAt)
      if (!wasHindered) this.#notice(() => checkTakenBack(this.model, goneNodes))
    })
  }

  /** Expects that a delivery that was put back is claimed again in time. */
  #expectPutBack(node: number, held: Claim): void {
    const { deliveryId, attempt } = held
    const claim = this.model.claimOf(held)
    const life = this.nodes.find((other) => other.life.number === node)?.life
    if (!claim || !life) return
    this.trace.note(`node ${node}`, 'cannot send', `${deliveryId} #${attempt}`)
    claim.isShort = true
    const startedAt = this.time.elapsed
    const { stallCount } = life
    this.time.schedule(PUT_BACK_MS_MAX, () => {
      const wasHindered =
        life.state !== 'running' || life.stallCount > stallCount || this.#couldNotWriteSince(startedAt)
      if (!wasHindered) this.#notice(() => checkPutBack(this.model, claim))
    })
  }

  #couldNotWriteSince(elapsed: number): boolean {
    return Math.max(this.faultsUntil, this.serverDownUntil) > elapsed
  }

  /** It is gone, at once. */
  killNode(node: SimulatedNode): void {
    if (!this.nodes.includes(node)) return
    this.trace.note(node.name, 'dies')
    node.life.kill()
    this.nodes = this.nodes.filter((other) => other !== node)
    this.database.endProcess(node.life, { isLast: this.nodes.length === 0 })
  }

  /** Keeps the first promise that was broken, wherever it was noticed: a node would take it for a fault of its own. */
  report(broken: BrokenPromise): void {
    this.#broken ??= broken
  }

  async runFor(ms: number): Promise<void> {
    await this.time.runUntil(this.time.elapsed + ms, () => {
      const isCalm = this.nodes.every(isCallable) && !this.#couldNotWriteSince(this.time.elapsed - 1)
      this.model.check(this.nodes.some(isCallable), isCalm)
      this.#notice(() => this.pushers.check())
      this.throwIfBroken()
    })
  }

  throwIfBroken(): void {
    if (this.#broken) throw this.#broken
  }

  async checkEverything(): Promise<void> {
    const stored = await this.database.read(this.time.now)
    if (stored) checkEverything(this.model, stored, this.time.now)
  }

  checkAllEnded(): void {
    checkAllEnded(this.model, this.time.now)
  }

  /** Now and then; more often where it is most awkward, while a node stops. */
  #lateShare(): number {
    if (this.isHealed) return 0
    return this.nodes.some(({ isStopping }) => isStopping) ? 0.5 : 0.015
  }

  #notice(check: () => void): void {
    try {
      check()
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error
      this.report(error)
    }
  }

  #checkSend(exchange: Exchange): void {
    this.trace.note(`node ${exchange.node}`, 'sends', nameOf(exchange))
    checkRequest(this.model, exchange, this.database.idsBegin)
    const node = this.nodes.find(({ life }) => life.number === exchange.node)
    const count = node ? this.network.underWayCount(node.life) + 1 : 0
    if (count > this.plan.inFlightMax) {
      throw new BrokenPromise('a node has no more requests under way than it has slots', `${count}`)
    }
  }

  #follow(executed: readonly Executed[]): void {
    for (const call of executed) {
      const line = describeCall(this.model, call)
      if (line) this.trace.note(`node ${call.node}`, line.what, line.details)
      applyCall(this.model, call)
      this.pushers.follow(call)
    }
    demandNoneBornOld(this.model)
  }
}

function isCallable({ life, isReady, isStopping }: SimulatedNode): boolean {
  return life.state === 'running' && isReady && !isStopping
}
