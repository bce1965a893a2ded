import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Webhook } from '../../src/domain/webhook/webhook.ts'
import type { WebhookEdit } from '../../src/domain/webhook/webhook-edit.ts'
import { draftChange } from '../../src/webhooks/change-webhook.ts'
import { newWebhook, NOW } from '../support/build.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

/** What is compared: ids are given, and moments and revisions counted, only by what is stored. */
function comparable({ headers, revision: _revision, updatedAt: _updatedAt, ...rest }: Webhook) {
  return { ...rest, headers: headers.map(({ key, value }) => ({ key, value })) }
}

describe('the draft of a change', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  const edits: readonly (readonly [what: string, edit: (webhook: Webhook) => WebhookEdit])[] = [
    ['nothing', () => ({})],
    ['members that are absent or undefined', () => ({ name: undefined, description: 'new' })],
    ['one flag', () => ({ alertFlags: { low: false, high: undefined } })],
    ['values that become null', () => ({ timeoutMs: null, rateLimit: null })],
    [
      'headers that go, change and come',
      ({ headers: [first, second] }) => ({
        headers: {
          deleted: [first?.id ?? 0],
          changed: [{ id: second?.id ?? 0, value: 'changed' }],
          added: [{ key: 'C', value: '3' }],
        },
      }),
    ],
    [
      'a whole list of headers, of which one value comes back as it is shown',
      ({ headers: [first, second] }) => ({
        isMasked: true,
        headers: {
          list: [
            { key: 'C', value: '3' },
            { id: second?.id, key: 'b', value: '***' },
            { id: first?.id, key: 'A', value: 'changed' },
          ],
        },
      }),
    ],
    ['some of the TLS settings', () => ({ tls: { insecure: true } })],
    [
      'everything else',
      () => ({ url: 'http://127.0.0.1:9/x', method: 'PUT', payloadType: 'JOB', payloadTemplate: 'x' }),
    ],
  ]
  for (const [what, editOf] of edits) {
    it(`is what storing it makes: ${what}`, async () => {
      const current = await app.store.createWebhook(
        newWebhook({
          timeoutMs: 5_000,
          rateLimit: { count: 1, intervalMs: 1_000 },
          headers: [
            { key: 'A', value: '1' },
            { key: 'B', value: '2' },
          ],
        }),
        NOW,
      )

      const draft = draftChange(current, editOf(current), undefined)
      const stored = await app.store.changeWebhook(current.id, editOf(current), { now: NOW })

      assert.deepEqual(comparable(draft), comparable(stored))
      assert.equal(draft.revision, 0)
    })
  }
})
