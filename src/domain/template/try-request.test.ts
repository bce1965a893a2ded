import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finish, LONG_AHEAD } from '../steps.ts'
import { sampleEvent } from './sample-event.ts'
import { tryRequest } from './render-request.ts'
import { SITE } from '../../../test/support/build.ts'

const EVENT = sampleEvent('raised', Date.parse('2026-09-14T03:00:00Z'))
const given = (payloadTemplate: string) =>
  ({ method: 'POST', url: '', payloadTemplate, payloadType: 'ALERT', headers: [] }) as const

describe('tryRequest', () => {
  it('gives what is sent, what is worth knowing, and where the body is no JSON', () => {
    const { warnings, contentType, rendered, fault } = finish(tryRequest(given('{"a": %Nam%}'), EVENT, SITE))

    assert.equal(rendered.body, '{"a": %Nam%}')
    assert.equal(contentType, 'application/json')
    assert.equal(warnings[0]?.path, 'payload_template')
    assert.deepEqual([fault?.line, fault?.column], [1, 7])
  })

  it('lets others have their turn between compiling, rendering, looking through and writing', () => {
    assert.deepEqual([...tryRequest(given('{}'), EVENT, SITE)], [LONG_AHEAD, LONG_AHEAD, LONG_AHEAD])
  })
})
