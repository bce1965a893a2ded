import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DEFAULT_TEMPLATES } from '../../../src/domain/webhook/default-templates.ts'
import { exerciseAccess } from '../management/access-suite.ts'
import { exerciseHeaders } from '../management/headers-suite.ts'
import { exerciseOperations } from '../management/operations-suite.ts'
import { exerciseReading } from '../management/reading-suite.ts'
import { add, assertDone, assertRefused, BARE, FULL, surround } from '../management/support.ts'
import { exerciseTypes } from '../management/types-suite.ts'

exerciseOperations('v15')
exerciseHeaders('v15')
exerciseTypes('v15')
exerciseReading('v15')
exerciseAccess('v15')

describe('v15', () => {
  const { path, app, read } = surround('v15')

  describe('method', () => {
    it('exactly POST or PUT, on create and on update', async () => {
      const webhook = await add(app(), path, { ...BARE, method: 'PUT' })
      assert.equal((await read(webhook)).method, 'PUT')
      assertDone(await app().call('PUT', webhook, { method: 'POST' }))
      assert.equal((await read(webhook)).method, 'POST')

      for (const method of ['post', 'PATCH', 'GET', '', ' POST', null, 5, ['POST']]) {
        const message = /must be one of "POST", "PUT"/
        assertRefused(await app().call('POST', path, { ...BARE, method }), 'method', message)
        assertRefused(await app().call('PUT', webhook, { method }), 'method', message)
      }
      assert.equal((await read(webhook)).method, 'POST')
    })
  })

  describe('payload_type', () => {
    it('ALERT or JOB on create; a JOB webhook has a default template of its own', async () => {
      const alert = await read(await add(app(), path, { ...BARE, payload_type: 'ALERT' }))
      const job = await read(await add(app(), path, { ...BARE, payload_type: 'JOB' }))

      assert.deepEqual([alert.payload_type, alert.payload_template], ['ALERT', DEFAULT_TEMPLATES.ALERT])
      assert.deepEqual([job.payload_type, job.payload_template], ['JOB', DEFAULT_TEMPLATES.JOB])
      for (const payload_type of ['job', 'alert', '', null, true]) {
        const response = await app().call('POST', path, { ...BARE, payload_type })
        assertRefused(response, 'payload_type', /must be one of "ALERT", "JOB"/)
      }
    })

    it('in an update it is a member of http_headers, alone or with changes of headers; the template stays', async () => {
      const webhook = await add(app(), path, FULL)
      const earlier = await read(webhook)

      assertDone(await app().call('PUT', webhook, { http_headers: { payload_type: 'JOB' } }))
      assert.deepEqual(await read(webhook), { ...earlier, payload_type: 'JOB' })

      const deleted = earlier.http_headers.map(({ http_header_id }: { http_header_id: number }) => ({
        http_header_id,
      }))
      assertDone(await app().call('PUT', webhook, { http_headers: { deleted, payload_type: 'ALERT' } }))
      assert.deepEqual(await read(webhook), { ...earlier, http_headers: [] })
    })

    it('at the top level of an update: 400 that says where it belongs, and nothing changes', async () => {
      const webhook = await add(app(), path, BARE)
      const earlier = await read(webhook)

      const response = await app().call('PUT', webhook, { name: 'another', payload_type: 'JOB' })

      assertRefused(response, 'payload_type', /belongs inside http_headers/)
      assert.match(response.json.errormsg, /payload_type: belongs inside http_headers/)
      assert.deepEqual(await read(webhook), earlier)
      const wrong = { http_headers: { payload_type: 'job' } }
      assertRefused(
        await app().call('PUT', webhook, wrong),
        'http_headers.payload_type',
        /one of "ALERT", "JOB"/,
      )
    })

    it('inside http_headers on create: 400, for there it is a member of the body', async () => {
      const response = await app().call('POST', path, { ...BARE, http_headers: { payload_type: 'JOB' } })

      assertRefused(response, 'http_headers', /must be an array/)
    })
  })

  describe('id in an update', () => {
    it('is an unknown member, even if it is the id of the path', async () => {
      const webhook = await add(app(), path, BARE)
      const { id } = await read(webhook)

      assertRefused(
        await app().call('PUT', webhook, { id }),
        'id',
        /no member of a v15 update; the path names/,
      )
      assertRefused(await app().call('POST', path, { ...BARE, id }), 'id', /given by the service/)
    })
  })
})
