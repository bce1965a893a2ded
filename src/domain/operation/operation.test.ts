import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhook } from '../../../test/support/build.ts'
import type { DeliveryState } from '../delivery/delivery.ts'
import type { DeliveryAction, OperationKind } from './operation.ts'
import { chooseAction, doneShare, NO_ACTION, scopeOf } from './operation.ts'

const own = webhook({ id: 1 })
const target = webhook({ id: 2 })
const event = { kind: 'alert' } as const

const restart: DeliveryAction = { ...NO_ACTION, restarts: true }
const cancel: DeliveryAction = { ...NO_ACTION, cancelReason: 'cancelled by operation 9' }
const reroute: DeliveryAction = { ...NO_ACTION, addsToTarget: true }
const move: DeliveryAction = { ...reroute, cancelReason: 'rerouted to webhook 2 by operation 9' }

const CASES: Readonly<Record<OperationKind, Readonly<Record<DeliveryState, DeliveryAction>>>> = {
  retry: {
    waiting: NO_ACTION,
    pending: NO_ACTION,
    sending: NO_ACTION,
    delivered: NO_ACTION,
    failed: restart,
    cancelled: restart,
    superseded: NO_ACTION,
    outdated: NO_ACTION,
  },
  cancel: {
    waiting: cancel,
    pending: cancel,
    sending: NO_ACTION,
    delivered: NO_ACTION,
    failed: NO_ACTION,
    cancelled: NO_ACTION,
    superseded: NO_ACTION,
    outdated: NO_ACTION,
  },
  reroute: {
    waiting: move,
    pending: move,
    sending: NO_ACTION,
    delivered: NO_ACTION,
    failed: reroute,
    cancelled: reroute,
    superseded: NO_ACTION,
    outdated: NO_ACTION,
  },
}

const stateCases = (kind: OperationKind) =>
  Object.entries(CASES[kind]) as readonly [DeliveryState, DeliveryAction][]

describe('actOn', () => {
  for (const kind of ['retry', 'cancel', 'reroute'] as const) {
    for (const [state, act] of stateCases(kind)) {
      it(`${kind} of a ${state} one`, () => {
        const context = { webhook: own, target: kind === 'reroute' ? target : undefined, event }
        assert.deepEqual(chooseAction({ id: 9, kind }, { webhookId: 1, state }, context), act)
      })
    }
  }

  it('cancels what is for a webhook that has been deleted, but does not retry it', () => {
    const context = { webhook: undefined, target: undefined, event }
    const on = (kind: OperationKind, state: DeliveryState) =>
      chooseAction({ id: 9, kind }, { webhookId: 1, state }, context)

    assert.deepEqual([on('retry', 'failed'), on('cancel', 'pending')], [NO_ACTION, cancel])
  })

  it('reroutes nothing of the target itself, of another payload type, or of an event that is gone', () => {
    const jobs = webhook({ id: 2, payloadType: 'JOB' })
    const reroute = { id: 9, kind: 'reroute' } as const
    const pending = { webhookId: 1, state: 'pending' } as const

    assert.deepEqual(
      [
        chooseAction(reroute, { ...pending, webhookId: 2 }, { webhook: target, target, event }),
        chooseAction(reroute, pending, { webhook: own, target: jobs, event }),
        chooseAction(reroute, pending, { webhook: own, target, event: undefined }),
        chooseAction(reroute, pending, { webhook: own, target: undefined, event }),
      ],
      [NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION],
    )
  })
})

describe('scopeOf', () => {
  it('is the filter, unless that is damaged or the target of a reroute has been deleted', () => {
    const filter = { states: ['failed'] } as const
    const reroute = { kind: 'reroute', filter, targetWebhookId: 2 } as const
    const cancel = { kind: 'cancel', filter, targetWebhookId: null } as const

    assert.deepEqual(scopeOf(reroute, target), { filter })
    assert.deepEqual(scopeOf(cancel, undefined), { filter })
    assert.deepEqual(scopeOf(reroute, undefined), { failsBecause: 'webhook 2 has been deleted' })
    assert.match(JSON.stringify(scopeOf({ ...cancel, filter: null }, undefined)), /filter is damaged/)
  })
})

describe('doneShare', () => {
  it('is 1 only at the end', () => {
    const ids = { fromId: 10, upToId: 20 }

    assert.deepEqual(
      [
        doneShare('running', { ...ids, lastId: 10 }),
        doneShare('running', { ...ids, lastId: 15 }),
        doneShare('running', { ...ids, lastId: 20 }),
        doneShare('done', { ...ids, lastId: 12 }),
      ],
      [0, 0.5, 0.999, 1],
    )
  })
})
