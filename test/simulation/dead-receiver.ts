import type { AlertState, Observation } from '../../src/domain/alert/alert.ts'
import { SERVICE_ACTOR } from '../../src/domain/audit/audit.ts'
import { createWebhook } from '../../src/webhooks/create-webhook.ts'
import type { Engine } from './database/simulated-database.ts'
import { TEMPLATE } from './model/check-requests.ts'
import { Faults } from './database/faults.ts'
import { World } from './world/world.ts'

export const ALERTS = 1_000
const CHANGES = 20
const DEAD_MS = 6 * 3600_000
const HEALTHY_MS = 15 * 60_000
const BATCH = 100
const RECEIVER = 1
/** Of one alert, one after the other; each begins somewhere else. */
const STATES: readonly AlertState[] = ['high', 'medium', 'low', 'cleared']

/** One request, as its receiver has taken it. */
export interface Taken {
  readonly alertId: number
  readonly state: AlertState
}

export interface Storm {
  /** The requests that the receiver got before it was dead, one for each alert that was raised. */
  readonly before: readonly Taken[]
  /** The requests that it got once it was well again, in this order. */
  readonly after: readonly Taken[]
  /** How each alert is in the end, by its id. */
  readonly states: ReadonlyMap<number, AlertState>
}

/**
 * A receiver is dead for six hours, in which each alert changes twenty times: every third time three of them at
 * once. What it is sent then is the result; that all promises are kept is checked on the way.
 */
export async function liveThroughStorm(engine: Engine): Promise<Storm> {
  const world = new World({
    seed: 1,
    engine,
    plan: {
      retentionMs: 3600_000,
      expiryGraceMs: 0,
      usesServerTime: engine.name === 'postgres',
      inFlightMax: 8,
      webhookConcurrencyMax: 4,
      retryScheduleMs: [0, 5_000, 60_000],
      requestTimeoutMs: 2_000,
      receiverCount: 1,
    },
  })
  world.isHealed = true
  const node = world.startNode({ reclaimsAll: true })
  await world.runFor(1_000)
  const url = world.receivers.urlOf(RECEIVER)
  const draft = { name: 'storm', url, payloadTemplate: TEMPLATE, mode: 'current_state' } as const
  const { store, life } = node
  await settle(world, createWebhook({ store, clock: life.clock }, draft, SERVICE_ACTOR))
  await report(world, 0)
  await world.runFor(60_000)
  const before = takenOf(world, 0)

  world.receivers.changePhase(RECEIVER, 'refusing')
  for (let change = 1; change <= CHANGES; change += 1) {
    await world.runFor(DEAD_MS / CHANGES)
    await report(world, change)
  }
  const deadLines = world.trace.lines.length
  new Faults(world).heal()
  world.receivers.heal()
  await world.runFor(HEALTHY_MS)
  await world.checkEverything()
  world.checkAllEnded()
  const states = new Map([...world.model.alerts.values()].map(({ id, state }) => [id, state]))
  const after = takenOf(world, deadLines)
  await world.database.close()
  return { before, after, states }
}

/** All of them change, but some of those that are over stay so in the end. */
async function report(world: World, change: number): Promise<void> {
  const observations = Array.from({ length: ALERTS }, (_, index) => observed(world, index, change))
  for (let from = 0; from < ALERTS; from += BATCH) {
    const [node] = world.nodes
    if (!node) throw new Error('the only node is gone')
    await settle(world, node.intake.acceptObservations(observations.slice(from, from + BATCH)))
  }
}

function observed(world: World, index: number, change: number): Observation {
  // One step more in between, so that none ends as it began.
  const place = index + change + Number(change > CHANGES / 2)
  const staysOver = index % 8 === 7 && change === CHANGES
  return {
    source: 'monitor',
    key: `alert-${index}`,
    name: 'Storm',
    state: staysOver ? 'cleared' : (STATES[place % STATES.length] ?? 'cleared'),
    at: world.time.now,
    details: {},
  }
}

/** Time goes on while this is done. */
async function settle(world: World, work: Promise<unknown>): Promise<void> {
  const state = { isDone: false }
  void work.then(() => {
    state.isDone = true
  })
  while (!state.isDone) await world.runFor(5)
  await work
}

function takenOf({ trace, model }: World, from: number): readonly Taken[] {
  return trace.lines.slice(from).flatMap((line) => {
    const [, id] = /receiver 1\s+takes (\d+) #/.exec(line) ?? []
    const delivery = id === undefined ? undefined : model.deliveries.get(Number(id))
    const event = delivery && model.events.get(delivery.eventId)
    return event?.alertId === undefined || event.newState === undefined
      ? []
      : [{ alertId: event.alertId, state: event.newState }]
  })
}
