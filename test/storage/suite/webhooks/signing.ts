import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newWebhook, NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'

const HOUR_MS = 3_600_000

export function exerciseSigning(engine: string, openStore: OpenStore): void {
  describe(`${engine}: signing secrets`, () => {
    it('rotateSigningSecret: the new one beside the older until the overlap ends, a new revision', async () => {
      const store = await openStore()
      const { id, signingSecrets } = await store.createWebhook(newWebhook(), NOW)
      const first = await store.rotateSigningSecret(id, { secret: 'whsec_a', overlapUntil: NOW, now: NOW })
      const later = NOW + HOUR_MS

      const second = await store.rotateSigningSecret(id, {
        secret: 'whsec_b',
        overlapUntil: later + HOUR_MS,
        now: later,
      })

      assert.deepEqual(signingSecrets, [])
      assert.deepEqual(first.signingSecrets, [{ id: 1, secret: 'whsec_a', createdAt: NOW, expiresAt: null }])
      assert.deepEqual(second.signingSecrets, [
        { id: 2, secret: 'whsec_b', createdAt: later, expiresAt: null },
        { id: 1, secret: 'whsec_a', createdAt: NOW, expiresAt: later + HOUR_MS },
      ])
      assert.deepEqual([first.revision, second.revision, second.updatedAt], [2, 3, later])
      assert.deepEqual(await store.findWebhook(id), second)
      assert.deepEqual(await store.listWebhooks({}), [second])
    })

    it('rotateSigningSecret: five may be valid at once; a rotation without overlap is always possible', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      const rotate = (secret: string, overlapMs = HOUR_MS) =>
        store.rotateSigningSecret(id, { secret, overlapUntil: NOW + overlapMs, now: NOW })
      for (const secret of ['a', 'b', 'c', 'd', 'e']) await rotate(secret)
      const full = await store.findWebhook(id)

      await assert.rejects(rotate('f'), { code: 'conflict', message: /5 signing secrets/ })
      assert.deepEqual(await store.findWebhook(id), full)

      const { signingSecrets } = await rotate('f', 0)
      assert.deepEqual(
        signingSecrets.map(({ secret }) => secret),
        ['f'],
      )
    })

    it('a later write drops what has expired; a change that changes nothing does not', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook({ name: 'one' }), NOW)
      await store.rotateSigningSecret(id, { secret: 'a', overlapUntil: NOW, now: NOW })
      const both = await store.rotateSigningSecret(id, { secret: 'b', overlapUntil: NOW + 1, now: NOW })

      const same = await store.changeWebhook(id, { name: 'one' }, { now: NOW + 1 })
      const changed = await store.changeWebhook(id, { name: 'two' }, { now: NOW + 1 })

      assert.deepEqual(same, both)
      assert.deepEqual(
        changed.signingSecrets.map(({ secret }) => secret),
        ['b'],
      )
    })

    it('removeSigningSecrets: none is left and the revision grows; again it changes nothing', async () => {
      const store = await openStore()
      const { id } = await store.createWebhook(newWebhook(), NOW)
      await store.rotateSigningSecret(id, { secret: 'a', overlapUntil: NOW, now: NOW })

      const removed = await store.removeSigningSecrets(id, { now: NOW + 1 })
      const again = await store.removeSigningSecrets(id, { now: NOW + 2 })

      assert.deepEqual([removed.signingSecrets, removed.revision, removed.updatedAt], [[], 3, NOW + 1])
      assert.deepEqual(again, removed)
    })

    it('an unknown webhook is not_found', async () => {
      const store = await openStore()

      await assert.rejects(store.rotateSigningSecret(9, { secret: 'a', overlapUntil: NOW, now: NOW }), {
        code: 'not_found',
      })
      await assert.rejects(store.removeSigningSecrets(9, { now: NOW }), { code: 'not_found' })
    })
  })
}
