import { BrokenPromise } from './model/broken-promise.ts'
import { HEAVY_MATCH, HEAVY_OWNER } from './model/model-budget.ts'
import { Clients, HEAVY_DRAFT } from './world/clients.ts'
import { Faults } from './database/faults.ts'
import type { ActionName, Plan } from './plan.ts'
import type { Engine } from './database/simulated-database.ts'
import { World, type WorldOptions } from './world/world.ts'

export interface RunResult {
  readonly seed: number
  readonly engine: Engine['name']
  readonly plan: Plan
  /** Of the whole trace. */
  readonly hash: string
  readonly lines: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  /** The promise that was broken, at which step; undefined: all were kept. */
  readonly broken: BrokenPromise | undefined
  readonly step: number
}

/** Of all steps, those after which a replica of Alertmanager says something as well. */
const REPLICA_SHARE = 0.15

/** So often the whole database is compared; what each call did is checked each time. */
const STEPS_PER_COMPARISON = 40

/** When everything works, whatever is unfinished is sent within the longest delay, and then one after the other. */
const HEALING_MS_MAX = 35 * 60_000
const HEALING_CHECK_MS = 5_000

/** One run: what the seed wants, and what came of it. Never rejects because of what the service does. */
export async function run(options: WorldOptions): Promise<RunResult> {
  const world = new World(options)
  const { trace, plan } = world
  let broken: BrokenPromise | undefined
  try {
    await liveThrough(world)
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error
    broken = error
  }
  await world.database.close()
  return {
    seed: options.seed,
    engine: options.engine.name,
    plan,
    hash: trace.hash(),
    lines: trace.lines,
    counts: new Map([...trace.counts, ...world.model.seen]),
    broken,
    step: trace.step,
  }
}

async function liveThrough(world: World): Promise<void> {
  const { plan, random, trace } = world
  const clients = new Clients(world)
  const faults = new Faults(world)
  const actions = actionsOf(world, clients, faults)
  trace.note('world', 'begins', JSON.stringify(plan))
  world.startNode({ reclaimsAll: true })
  await world.runFor(10)
  clients.createPlainWebhook()
  await world.runFor(10)
  if (random.happens(0.5)) clients.createFallback()
  if (plan.heavyCount > 0) await upgrade(world, clients)
  world.pushers.begin()
  for (let extra = 0; extra < 2; extra += 1) clients.createWebhook()
  for (let receiver = 1; receiver <= plan.receiverCount; receiver += 1) {
    if (random.happens(0.5)) actions.change_receiver()
  }
  for (let step = 1; step <= plan.stepCount; step += 1) {
    trace.beginStep(step)
    const gapMs = Math.ceil(-Math.log(1 - random.fraction()) * plan.gapMs)
    const skipMs = world.skipMs
    world.skipMs = 0
    await world.runFor(skipMs + gapMs)
    actions[random.weighted(plan.actions)]()
    if (world.replicated.happens(REPLICA_SHARE)) clients.replicate()
    if (step % STEPS_PER_COMPARISON === 0) await world.checkEverything()
  }
  await heal(world, clients, faults)
}

/** Webhooks that an earlier release stored with more matchers than may be saved now; then the present one starts. */
async function upgrade(world: World, clients: Clients): Promise<void> {
  const { plan, model, database } = world
  for (let count = 0; count < plan.heavyCount; count += 1) clients.createHeavyWebhook()
  await world.runFor(50)
  for (const node of world.nodes) world.killNode(node)
  for (const webhook of model.webhooks.values()) {
    if (webhook.match !== HEAVY_DRAFT) continue
    database.storeMatch(webhook.id, { match: HEAVY_MATCH, owner: HEAVY_OWNER })
    model.webhooks.set(webhook.id, { ...webhook, match: HEAVY_MATCH })
  }
  world.startNode({ reclaimsAll: true })
  await world.runFor(50)
}

/** Phase two: nothing fails any more. Then everything must come to its end. */
async function heal(world: World, clients: Clients, faults: Faults): Promise<void> {
  const { trace, model, receivers, time } = world
  trace.beginStep(trace.step + 1)
  trace.note('world', 'heals')
  faults.heal()
  receivers.heal()
  const until = time.elapsed + HEALING_MS_MAX
  do {
    // Stops that were under way may still take the last node along, and a late 410 may disable a webhook.
    await world.runFor(HEALING_CHECK_MS)
    clients.enableAll()
    faults.endAsking()
    clients.replicate()
    await world.runFor(HEALING_CHECK_MS)
  } while (
    time.elapsed < until &&
    (!clients.replicas.isDone ||
      !world.pushers.areOver ||
      [...model.alertQueues.values()].some((queue) => queue.size > 0))
  )
  world.checkAllEnded()
  clients.replicas.checkOver()
  await world.checkEverything()
}

function actionsOf(world: World, clients: Clients, faults: Faults): Readonly<Record<ActionName, () => void>> {
  const { receivers, trace } = world
  return {
    observe: () => clients.observe(),
    report_together: () => clients.reportTogether(),
    report_run: () => clients.reportRun(),
    repeat_report: () => clients.repeatReport(),
    create_webhook: () => clients.createWebhook(),
    change_webhook: () => clients.changeWebhook(),
    switch_webhook: () => clients.switchWebhook(),
    delete_webhook: () => clients.deleteWebhook(),
    retry_by_hand: () => clients.retryByHand(),
    cancel_by_hand: () => clients.cancelByHand(),
    clear_by_hand: () => clients.clearByHand(),
    change_receiver: () => {
      const receiver = receivers.pickReceiver()
      trace.note(`receiver ${receiver}`, 'becomes', receivers.changePhase(receiver))
    },
    crash: () => faults.crash(),
    long_outage: () => faults.longOutage(),
    take_over: () => faults.takeOver(),
    stall: () => faults.stall(),
    restart: () => faults.restart(),
    lose_wakes: () => faults.loseWakes(),
    break_disk: () => faults.breakDisk(),
    step_clock: () => faults.stepClock(),
    break_server: () => faults.breakServer(),
    damage_event: () => faults.damageEvent(),
    run_short: () => faults.runShort(),
  }
}
