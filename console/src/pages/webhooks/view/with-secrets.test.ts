import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withSecrets } from './with-secrets.ts'

const header = (id: number, key: string, value: string) => ({
  http_header_id: id,
  http_header_key: key,
  http_header_value: value,
})

describe('a request with its secrets', () => {
  const request = {
    method: 'POST',
    url: 'https://hooks.slack.com/services/***',
    headers: [
      { name: 'authorization', value: 'Bearer ***' },
      { name: 'content-type', value: 'application/json' },
    ],
    body: '{}',
  }

  it('has what is stored where something was masked', () => {
    const stored = {
      url: 'https://hooks.slack.com/services/T0/B0/x',
      clear_request: null,
      http_headers: [header(1, 'Authorization', 'Bearer abc'), header(2, 'Content-Type', 'text/plain')],
    }
    const { request: whole, isWhole } = withSecrets(request, stored)
    assert.equal(whole.url, stored.url)
    assert.deepEqual(
      whole.headers.map(({ value }) => value),
      ['Bearer abc', 'application/json'],
    )
    assert.equal(isWhole, true)
  })

  it('has the address of the request that it is, and none where it might be either', () => {
    const clear_request = {
      method: 'PUT',
      url: 'https://hooks.slack.com/close/T0/B0/y',
      payload_template: '',
    }
    const stored = { url: 'https://hooks.slack.com/services/T0/B0/x', clear_request, http_headers: [] }
    const urlOf = (url: string) => withSecrets({ ...request, headers: [], url }, stored).request.url

    assert.equal(urlOf('https://hooks.slack.com/services/***'), stored.url)
    assert.equal(urlOf('https://hooks.slack.com/close/***'), clear_request.url)
    assert.equal(urlOf('https://hooks.slack.com/***'), 'https://hooks.slack.com/***')
  })

  it('stays masked where the service fills in markers', () => {
    const stored = {
      url: 'https://hooks.slack.com/services/%AlertID%',
      clear_request: null,
      http_headers: [header(1, 'Authorization', 'Bearer %x.Key|slack|20%')],
    }
    const { request: whole, isWhole } = withSecrets(request, stored)
    assert.equal(whole.url, request.url)
    assert.equal(whole.headers[0]?.value, 'Bearer ***')
    assert.equal(isWhole, false)
  })
})
