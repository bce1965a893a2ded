import assert from 'node:assert/strict'
import { it } from 'node:test'
import { alertEvent, webhook } from '../../../test/support/build.ts'
import { newReceiverState } from './receiver-state.ts'
import { sentStates } from './sent-states.ts'

it('a delivery sends its state if patterns may not look at all of the event, as when it was created', () => {
  const to = webhook({ mode: 'current_state', match: String.raw`label.x=~"(?:.?){190}b"` })
  const event = alertEvent({ newState: 'high', details: { labels: { x: 'a'.repeat(400) } } })
  const receiverState = newReceiverState({ alertId: event.alertId, webhookId: to.id })
  const stateIf = (charactersMax: number) =>
    sentStates(event, to, { receiverState, charactersMax })?.episodeState.state

  assert.deepEqual([stateIf(100), stateIf(512)], ['high', 'cleared'])
})
