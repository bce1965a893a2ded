import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { ALERT_STATES, type AlertState } from '../../../src/domain/alert/alert.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Store } from '../../../src/storage/store.ts'
import { Random } from '../../simulation/random.ts'
import { newWebhook, NOW, observation } from '../../support/build.ts'
import { claimAll } from '../suite/finish.ts'
import { answered, NO_FLAGS, desired } from '../suite/receiver-state/support.ts'
import { openNodes } from './several-nodes.ts'

const NODES = 2
const REPORTERS = 3
const STEPS = 40
const ALERTS = 3

/** A clear of an alert of which its receiver had received nothing. */
interface Endless {
  readonly webhookId: number
  readonly eventId: number
  /** The events by which the receiver is notified that the alert is active, sooner or later. */
  readonly sentRaises: readonly number[]
}

/** Maps the number of an alert to what its receiver shows: a request opens the alert, its clear closes it. */
type Receiver = Map<number, AlertState>

/** Two nodes that take in, send, lose leases and resync at once, of the same few alerts. */
describe('what several nodes of one PostgreSQL tell in mode current_state', () => {
  const open: { readonly close: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const resource of open.splice(0)) await resource.close()
  })

  for (const seed of [1, 2, 3]) {
    it(`ends in the true state, and no receiver gets the clear of an alert that it never got (${seed})`, async () => {
      const { stores, client } = await start()
      const receivers = new Map<number, Receiver>()
      const raises = new Map<string, number[]>()
      const endless: Endless[] = []

      const reporting = stores.flatMap((store, node) =>
        Array.from({ length: REPORTERS }, (_, index) => report(store, seed * 100 + node * 10 + index)),
      )
      let isOver = false
      const sending = stores.map((store, node) =>
        send(store, {
          random: new Random(seed * 7 + node),
          receivers,
          raises,
          endless,
          isOver: () => isOver,
        }),
      )
      await Promise.all(reporting)
      isOver = true
      await Promise.all(sending)
      await settle(stores[0]!, receivers)

      // A claim of another node may be known here only after the clear that follows it.
      const withoutRaise = endless.filter(
        ({ sentRaises, eventId }) => !sentRaises.some((raised) => raised < eventId),
      )
      assert.deepEqual(
        withoutRaise.map(({ webhookId, eventId }) => `webhook ${webhookId}, event ${eventId}`),
        [],
      )
      const { rows: alerts } = await client.query<{ id: number; state: AlertState }>(
        'SELECT id::integer, state FROM alerts ORDER BY id',
      )
      const raised = alerts.filter(({ state }) => state !== 'cleared')
      for (const id of [1, 2]) {
        const lastSent = [...(receivers.get(id) ?? [])].toSorted(([one], [other]) => one - other)
        assert.deepEqual(
          lastSent.filter(([, state]) => state !== 'cleared'),
          raised.map((alert) => [alert.id, alert.state]),
          `webhook ${id}`,
        )
      }
      // A fallback that rejected a delivery stays out of sync, because nobody can ask for that one.
      const { rows: receiverState } = await client.query(
        `SELECT * FROM receiver_states WHERE (sent_state <> desired_state OR uncertain > 0 OR resync > 0 OR desired_state = 'cleared')
           AND NOT (escalated = 1 AND resync = 1)`,
      )
      assert.deepEqual(receiverState, [])
      const { rows: left } = await client.query('SELECT * FROM deliveries')
      assert.deepEqual(left, [])
    })
  }

  async function start() {
    const { stores, client } = await openNodes(NODES, open)
    const [first] = stores
    await first?.createWebhook(desired(), NOW)
    await first?.createWebhook(desired(), NOW)
    const fallback = await first?.createWebhook(newWebhook({ alertFlags: NO_FLAGS }), NOW)
    await first?.createWebhook(newWebhook({ fallbackWebhookId: fallback?.id ?? null }), NOW)
    return { stores, client }
  }
})

let clock = NOW

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.integer(0, items.length - 1)]!
}

async function report(store: Store, seed: number): Promise<void> {
  const random = new Random(seed)
  for (let step = 0; step < STEPS; step += 1) {
    clock += 1
    const now = clock
    const count = random.happens(0.3) ? 2 : 1
    const observations = Array.from({ length: count }, () =>
      observation({ key: `${random.integer(1, ALERTS)}`, state: oneOf(random, ALERT_STATES), at: now }),
    )
    await store.acceptObservations(observations, now)
  }
}

interface Sending {
  readonly random: Random
  readonly receivers: Map<number, Receiver>
  /** By webhook and alert. */
  readonly raises: Map<string, number[]>
  readonly endless: Endless[]
  readonly isOver: () => boolean
}

async function send(store: Store, sending: Sending): Promise<void> {
  const { random } = sending
  while (!sending.isOver()) {
    clock += 1
    const claims = await claimAll(store, clock)
    if (claims.length === 0) await store.createMissingDeliveries({ now: clock, limit: 10 })
    const [lost, kept] = [
      claims.filter((_, index) => index % 7 === 6),
      claims.filter((_, index) => index % 7 < 6),
    ]
    const attempts = kept.map((claim) => {
      const response = oneOf(random, [
        'accepted',
        'accepted',
        'possible',
        'not_notified',
        'rejected',
      ] as const)
      if (response === 'accepted' || response === 'possible') receive(sending, claim)
      return answered(claim, response, { now: clock - 10_000 })
    })
    for (const claim of lost) receive(sending, claim)
    const states = await store.finishAttempts(attempts, clock)
    // Whoever reclaimed the lease had to take the request for sent: it may have been, for all that the store knew.
    for (const [index, claim] of kept.entries()) if (states[index] === null) noteRaise(sending, claim)
    if (lost.length > 0) await store.reclaimLeases({ leasedBefore: clock + 1e9, now: clock, limit: 100 })
  }
}

function receive(
  { receivers, raises, endless }: Pick<Sending, 'receivers' | 'raises' | 'endless'>,
  { webhook, sentStates, event }: Claim,
): void {
  if (!sentStates || event.kind !== 'alert') return
  const receiver = receivers.get(webhook.id) ?? new Map<number, AlertState>()
  receivers.set(webhook.id, receiver)
  const { state } = sentStates.episodeState
  const sentRaises = noteRaise({ raises }, { webhook, sentStates, event })
  if (state === 'cleared' && !receiver.has(event.alertId))
    endless.push({ webhookId: webhook.id, eventId: event.id, sentRaises })
  receiver.set(event.alertId, state)
}

/** Returns the raises of the alert that the receiver has been sent, or may have been, this one included. */
function noteRaise(
  { raises }: Pick<Sending, 'raises'>,
  { webhook, sentStates, event }: Pick<Claim, 'webhook' | 'sentStates' | 'event'>,
): readonly number[] {
  if (!sentStates || event.kind !== 'alert') return []
  const pair = `${webhook.id} ${event.alertId}`
  const sentRaises = raises.get(pair) ?? []
  raises.set(pair, sentRaises)
  if (sentStates.episodeState.state !== 'cleared') sentRaises.push(event.id)
  return sentRaises
}

/** Everything is accepted, and every webhook is resynced. */
async function settle(store: Store, receivers: Map<number, Receiver>): Promise<void> {
  await store.reclaimLeases({ leasedBefore: clock + 1e9, now: clock, limit: 100 })
  for (const id of [1, 2]) await store.resyncWebhook(id, { now: clock })
  for (let rounds = 0; rounds < 100; rounds += 1) {
    clock += 1_000_000
    const taken = await store.createMissingDeliveries({ now: clock, limit: 100 })
    const claims = await claimAll(store, clock)
    for (const claim of claims) receive({ receivers, raises: new Map(), endless: [] }, claim)
    await store.finishAttempts(
      claims.map((claim) => answered(claim, 'accepted', { now: clock })),
      clock,
    )
    if (claims.length + taken === 0) return
  }
  assert.fail('it does not come to an end')
}
