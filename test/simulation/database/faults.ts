import { BrokenPromise } from '../model/broken-promise.ts'
import type { SimulatedNode } from '../world/node.ts'
import type { World } from '../world/world.ts'

const NODES_MAX = 3
const STEPS_MS = [3_000, 40_000, 7_200_000, 20_000_000]
const CLAIM_ATTEMPTS = 300
/** No receiver of a run asks for more. */
const ASKED_MS_MAX = 300_000
/** "Resolves within 10 s whatever happens", and the step of a housekeeping task that may be under way. */
const STOP_MS_MAX = 11_000

/** What goes wrong with nodes, wake signals and the disk. */
export class Faults {
  readonly #world: World
  #outageUntil = 0

  constructor(world: World) {
    this.#world = world
  }

  /** `kill -9`, and a new start; the only one of them takes every lease, one beside others what was its predecessor's. */
  crash(): void {
    const { random } = this.#world
    const node = this.#pickNode()
    if (node) this.#world.killNode(node)
    const isAlone = this.#world.nodes.length === 0
    this.#after(random.pick([0, 200, 3_000]), () => (isAlone ? this.#startIfNone() : this.#startBeside()))
  }

  #startBeside(): void {
    const { nodes } = this.#world
    if (nodes.length > 0 && nodes.length < NODES_MAX) this.#world.startNode({ reclaimsAll: false })
  }

  /** All nodes are gone for hours: nothing happens meanwhile, but much is late afterwards. */
  longOutage(): void {
    const { random, nodes, trace } = this.#world
    for (const node of nodes) this.#world.killNode(node)
    const ms = random.pick([1_800_000, 4_000_000, 8_000_000])
    trace.note('world', 'stands still', `for ${ms} ms`)
    this.#world.skipMs = ms
    this.#outageUntil = this.#world.time.elapsed + ms
    this.#after(ms, () => this.#startIfNone())
  }

  /** The node is taken for dead and another one starts; but it was only stalled, and goes on as a zombie. */
  takeOver(): void {
    const { random, nodes, trace } = this.#world
    const zombie = this.#pickNode()
    if (!zombie || nodes.length >= NODES_MAX) return
    if (random.happens(0.6)) this.#stall(zombie)
    this.#world.startNode({ reclaimsAll: random.happens(0.6) })
    this.#after(random.integer(1_000, 60_000), () => {
      if (this.#world.nodes.length < 2 || !this.#world.nodes.includes(zombie)) return
      trace.note('world', 'ends the zombie')
      this.#world.killNode(zombie)
    })
  }

  stall(): void {
    const node = this.#pickNode()
    if (node) this.#stall(node)
  }

  /** A stop on a signal, and a new start. */
  restart(): void {
    const node = this.#world.pickNode()
    if (!node) return
    if (this.#world.random.happens(0.5)) this.#restart(node)
    else this.#restartInClaim(node, CLAIM_ATTEMPTS)
  }

  loseWakes(): void {
    const { random, time, trace } = this.#world
    const ms = random.integer(500, 10_000)
    trace.note('world', 'loses wake signals', `for ${ms} ms`)
    this.#world.wakesLostUntil = time.elapsed + ms
  }

  breakDisk(): void {
    const { random, time, trace } = this.#world
    const ms = random.pick([300, 2_000, 10_000, 45_000])
    this.#world.faultShare = random.pick([0.3, 0.7, 1])
    trace.note('world', 'breaks the disk', `for ${ms} ms, ${this.#world.faultShare} of all commits`)
    this.#world.faultsUntil = time.elapsed + ms
  }

  /** Of the database, if it has one. */
  breakServer(): void {
    const world = this.#world
    world.serverDownUntil = Math.max(world.serverDownUntil, world.time.elapsed + world.database.breakServer())
  }

  /** The stored rows of one of the next notifications. */
  damageEvent(): void {
    const { random, model, database, trace } = this.#world
    const receiverState = [...model.deliveries.values()].filter(
      ({ state }) => state === 'waiting' || state === 'pending',
    )
    const eventIds = receiverState.map(({ eventId }) => eventId).filter((id) => !model.damagedEvents.has(id))
    if (eventIds.length === 0) return
    const id = random.pick(eventIds)
    if (!database.damageEvent(id)) return
    trace.note('world', 'damages', `event ${id}`)
    model.damagedEvents.add(id)
  }

  /** Of descriptors, ports or memory: most requests cannot be made. */
  runShort(): void {
    const { random, time, trace } = this.#world
    const ms = random.pick([200, 2_000, 8_000])
    trace.note('world', 'runs short', `of descriptors for ${ms} ms`)
    this.#world.shortUntil = time.elapsed + ms
  }

  /** Somebody sets the clock that the service goes by, or one that it must not go by. */
  stepClock(): void {
    const { random, time, trace, model, plan } = this.#world
    const ms = random.pick(STEPS_MS) * random.pick([-1, 1])
    if (plan.usesServerTime && random.happens(0.3)) {
      trace.note('world', 'steps the clock of the machines', `by ${ms} ms`)
      return time.stepMachine(ms)
    }
    trace.note('world', 'steps the clock', `by ${ms} ms`)
    time.step(ms)
    model.noteStep(ms)
  }

  /** All faults end; the newest node goes on alone. */
  heal(): void {
    const { nodes, database } = this.#world
    database.responseAll()
    database.heal()
    this.#world.isHealed = true
    this.#world.faultsUntil = Math.min(this.#world.faultsUntil, this.#world.time.elapsed)
    this.#world.wakesLostUntil = 0
    this.#world.shortUntil = 0
    for (const node of nodes.slice(0, -1)) this.#world.killNode(node)
    const last = nodes.at(-1)
    last?.life.resume()
    this.#world.model.healedAt = this.#world.time.now
    this.endAsking()
    void last?.life.measureTime()
    if (!last || last.isStopping) {
      if (last) this.#world.killNode(last)
      this.#world.startNode({ reclaimsAll: true })
    }
  }

  /**
   * What receivers have asked for may last longer by as much as the clock was set back, and so may the due times of
   * their deliveries: then it is set right again.
   */
  endAsking(): void {
    const { model, time } = this.#world
    const heldUntil = [...model.flows.values()].map((flow) => flow.heldUntil)
    const dueAt = [...model.deliveries.values()]
      .filter(({ state, webhookId }) => state === 'pending' && model.flows.get(webhookId)?.heldUntil)
      .map((delivery) => delivery.dueAt ?? 0)
    const until = Math.max(0, ...heldUntil, ...dueAt)
    if (until - time.now <= ASKED_MS_MAX) return
    model.noteStep(until - time.now)
    time.step(until - time.now)
    model.healedAt = until
  }

  #startIfNone(): void {
    const { nodes, time } = this.#world
    if (nodes.length === 0 && time.elapsed >= this.#outageUntil) this.#world.startNode({ reclaimsAll: true })
  }

  #pickNode(): SimulatedNode | undefined {
    const { nodes, random } = this.#world
    return nodes.length === 0 ? undefined : random.pick(nodes)
  }

  #stall(node: SimulatedNode): void {
    const { random, trace, model } = this.#world
    if (node.life.state !== 'running') return
    const ms = random.pick([500, 3_000, 20_000, 50_000])
    trace.note(node.name, 'stalls', `for ${ms} ms`)
    model.noteStall(node.life.number, ms)
    node.life.stall()
    this.#after(ms, () => {
      if (node.life.state !== 'stalled') return
      trace.note(node.name, 'goes on')
      node.life.resume()
    })
  }

  /** In the middle of a claim, if there is one soon: then it has to give back what it gets. */
  #restartInClaim(node: SimulatedNode, looksLeft: number): void {
    if (node.life.state !== 'running' || node.isStopping) return
    const isSoon = looksLeft > 0 && !this.#world.database.isClaiming(node.life)
    if (isSoon) this.#after(1, () => this.#restartInClaim(node, looksLeft - 1))
    else this.#restart(node)
  }

  #restart(node: SimulatedNode): void {
    const { time, trace } = this.#world
    const begunAt = time.elapsed
    const { stallCount } = node.life
    trace.note(node.name, 'is asked to stop')
    const cancelStop = this.#after(STOP_MS_MAX, () => {
      // Its own time was stopped meanwhile, or it died.
      if (node.life.stallCount > stallCount || node.life.state === 'dead') return
      this.#world.report(
        new BrokenPromise('a stop is over within 10 s', `${node.name} after ${time.elapsed - begunAt} ms`),
      )
    })
    void node.stop().then(() => {
      cancelStop()
      trace.note(node.name, 'has stopped')
      this.#world.killNode(node)
      this.#startIfNone()
    })
  }

  #after(ms: number, callback: () => void): () => void {
    return this.#world.time.schedule(ms, callback)
  }
}
