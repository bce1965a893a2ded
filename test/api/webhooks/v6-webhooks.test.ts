import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exerciseAccess } from '../management/access-suite.ts'
import { exerciseHeaders } from '../management/headers-suite.ts'
import { exerciseOperations } from '../management/operations-suite.ts'
import { exerciseReading } from '../management/reading-suite.ts'
import { add, assertDone, assertRefused, BARE, FULL, surround } from '../management/support.ts'
import { exerciseTypes } from '../management/types-suite.ts'

exerciseOperations('v6')
exerciseHeaders('v6')
exerciseTypes('v6')
exerciseReading('v6')
exerciseAccess('v6')

describe('v6', () => {
  const { path, app, read } = surround('v6')

  describe('method', () => {
    it('any HTTP token, in the case it is written in', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'post', 'X-Notify!', 'M'.repeat(32)]) {
        const webhook = await add(app(), path, BARE)
        assertDone(await app().call('PUT', webhook, { method }))
        assert.equal((await read(webhook)).method, method)
        assert.equal((await read(await add(app(), path, { ...BARE, method }))).method, method)
      }
    })

    it('what is no token, or cannot be sent: 400', async () => {
      const webhook = await add(app(), path, BARE)
      const table: readonly (readonly [unknown, RegExp])[] = [
        ['', /must not be empty/],
        ['PO ST', /RFC 9110/],
        ['POST\r\n', /RFC 9110/],
        ['MÉTHODE', /RFC 9110/],
        ['M'.repeat(33), /at most 32 characters/],
        ['CONNECT', /must not be CONNECT/],
        ['trace', /must not be TRACE/],
        [null, /must be a string/],
        [5, /must be a string/],
      ]
      for (const [method, message] of table) {
        assertRefused(await app().call('POST', path, { ...BARE, method }), 'method', message)
        assertRefused(await app().call('PUT', webhook, { method }), 'method', message)
      }
      assert.equal((await read(webhook)).method, 'POST')
    })
  })

  describe('id in an update', () => {
    it('accepted if equal to the id of the path, else 400, and nothing changes', async () => {
      const webhook = await add(app(), path, FULL)
      const earlier = await read(webhook)

      assertDone(await app().call('PUT', webhook, { id: earlier.id, name: 'renamed' }))
      assert.equal((await read(webhook)).name, 'renamed')
      for (const id of [earlier.id + 1, 0, -1, 1e300]) {
        const response = await app().call('PUT', webhook, { id, name: 'lost' })
        assertRefused(response, 'id', new RegExp(`must be ${earlier.id} as in the path`))
      }
      for (const id of [String(earlier.id), 1.5, null]) {
        assertRefused(await app().call('PUT', webhook, { id, name: 'lost' }), 'id', /must be an integer/)
      }
      assert.equal((await read(webhook)).name, 'renamed')
      assertRefused(await app().call('POST', path, { ...BARE, id: 5 }), 'id', /given by the service/)
    })
  })

  describe('payload_type', () => {
    it('does not exist: it is in no response, and 400 in a body', async () => {
      const webhook = await add(app(), path, BARE)

      assert.ok(!('payload_type' in (await read(webhook))))
      for (const listed of (await app().call('GET', path)).json) assert.ok(!('payload_type' in listed))
      assertRefused(
        await app().call('POST', path, { ...BARE, payload_type: 'JOB' }),
        'payload_type',
        /not known in v6/,
      )
      assertRefused(
        await app().call('PUT', webhook, { payload_type: 'JOB' }),
        'payload_type',
        /not known in v6/,
      )
      assertRefused(
        await app().call('PUT', webhook, { http_headers: { payload_type: 'JOB' } }),
        'http_headers.payload_type',
        /not known in v6/,
      )
    })
  })
})
