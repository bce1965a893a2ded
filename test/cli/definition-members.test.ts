import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NEW_WEBHOOK } from '../../src/api/v1/webhooks/webhook-wire.ts'
import { DEFINITION_MEMBERS, MEMBER_DEFAULTS } from '../../cli/definitions/webhook-definition.ts'
import { startApp } from '../support/app/start-app.ts'

it('a definition has every member that a new webhook may have, but for a fallback by its number', () => {
  const ofRoute = Object.keys(NEW_WEBHOOK.properties).filter((member) => member !== 'fallback_webhook_id')

  assert.deepEqual(
    [...DEFINITION_MEMBERS]
      .filter((member) => member !== 'fallback' && member !== 'signing_secret')
      .toSorted(),
    ofRoute.toSorted(),
  )
})

it('what a definition does not say is what the service makes of it', async () => {
  const app = await startApp()
  const { json } = await app.call('POST', '/v1/webhooks', { name: 'x', url: 'https://h.example/' })
  await app.stop()

  const { fallback, ...defaults } = MEMBER_DEFAULTS
  const made = Object.fromEntries(Object.keys(defaults).map((member) => [member, json[member]]))
  assert.deepEqual({ ...made, fallback: json.fallback_webhook_id }, { ...defaults, fallback })
})
