import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alertEvent, NOW, webhook } from '../../../test/support/build.ts'
import { newReceiverState, type ReceiverState } from '../receiver-state/receiver-state.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { NOT_COVERED } from '../silence/silences.ts'
import { planChange, type ChangeView, planEscalation } from './plan-change.ts'

const event = alertEvent({ newState: 'high', episodeNumber: 1, acceptedAt: NOW })
const { alertId } = event
const inSync = webhook({ id: 1, mode: 'current_state' })
const everyChange = webhook({ id: 2, mode: 'every_change' })
const stateOf = (webhookId: number, given: Partial<ReceiverState> = {}): ReceiverState => ({
  ...newReceiverState({ alertId, webhookId }),
  ...given,
})

function plan(
  webhooks: readonly Webhook[],
  receiverStates: readonly ReceiverState[] = [],
  given: Partial<ChangeView> = {},
) {
  return planChange(event, {
    webhooks,
    findWebhook: (id) => webhooks.find((one) => one.id === id),
    receiverStates,
    headOf: () => undefined,
    coveredBy: NOT_COVERED,
    ...given,
  })
}

describe('planChange', () => {
  it('notifies webhooks in current-state mode, and leaves the others to their subscriptions', () => {
    const { changes, removed, outOfSyncIds } = plan([inSync, everyChange])

    assert.deepEqual(
      changes.map(({ webhook: { id }, makes }) => [id, makes]),
      [[1, 'pending']],
    )
    assert.deepEqual([removed, outOfSyncIds], [[], []])
  })

  it('removes receiver states of webhooks that are gone or for job runs', () => {
    const { changes, removed } = plan([webhook({ id: 2, payloadType: 'JOB' })], [stateOf(2), stateOf(9)])

    assert.deepEqual(
      removed.map(({ webhookId }) => webhookId),
      [2, 9],
    )
    assert.deepEqual(changes, [])
  })

  it('holds for a webhook in mode every_change what a silence covers, unless something waits to be sent', () => {
    const covering = { coveredBy: () => 3 }
    const { changes } = plan([everyChange], [], covering)
    assert.deepEqual(
      changes.map(({ before, makes, receiverState }) => [before, makes, receiverState?.heldBy]),
      [[undefined, null, 3]],
    )
    assert.deepEqual(plan([everyChange], [], { ...covering, headOf: () => 'pending' }).changes, [])
  })

  it('notifies a fallback that follows the alert, in whichever mode it is', () => {
    const { changes } = plan([everyChange], [stateOf(2, { escalated: true })])

    assert.deepEqual(
      changes.map(({ webhook: { id }, before }) => [id, before?.escalated]),
      [[2, true]],
    )
  })

  it('names disabled webhooks that are out of sync now', () => {
    assert.deepEqual(plan([{ ...inSync, enabled: false }]).outOfSyncIds, [1])
  })
})

describe('planEscalation', () => {
  const disabled = { ...inSync, enabled: false, fallbackWebhookId: 2 }
  const escalate = (fallback: Webhook, found?: ReceiverState) =>
    planEscalation(1, event, {
      webhooks: [disabled, fallback],
      findWebhook: (id) => [disabled, fallback].find((one) => one.id === id),
      findState: () => found,
      hasAlertQueue: () => true,
    })
  const clearsOnly = { ...everyChange, alertFlags: { low: true, medium: false, high: false, cleared: false } }

  it('lets the fallback follow the alert; with a delivery on its way, what it was sent is uncertain', () => {
    const planned = escalate(clearsOnly)

    assert.deepEqual([planned?.fallback.id, planned?.pair], [2, { alertId, webhookId: 2 }])
    assert.deepEqual([planned?.receiverState.escalated, planned?.receiverState.uncertain], [true, true])
  })

  it('plans nothing for a fallback that hears of it anyway, follows it already, or is disabled', () => {
    assert.equal(escalate(everyChange), undefined)
    assert.equal(escalate(clearsOnly, stateOf(2)), undefined)
    assert.equal(escalate({ ...clearsOnly, enabled: false }), undefined)
  })
})
