import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactHeaders, redactUrl } from './redact.ts'

describe('redactHeaders', () => {
  const hidden: readonly (readonly [string, string, string])[] = [
    ['Authorization', 'Bearer abc.def', 'Bearer ***'],
    ['authorization', 'Basic Ym9iOnB3', 'Basic ***'],
    ['Authorization', 'GenieKey 0000-1111', 'GenieKey ***'],
    ['Authorization', 'abc', '***'],
    ['Proxy-Authorization', 'Basic Ym9iOnB3', 'Basic ***'],
    ['X-Auth-Token', 'abc', '***'],
    ['X-Api-Key', 'abc', '***'],
    ['DD-API-KEY', 'abc', '***'],
    ['apikey', 'abc', '***'],
    ['X-Routing-Key', 'abc', '***'],
    ['PRIVATE-TOKEN', 'abc', '***'],
    ['X-Webhook-Secret', 'abc', '***'],
    ['X-Password', 'abc', '***'],
    ['Cookie', 'session=abc', '***'],
    ['Set-Cookie', 'session=abc', '***'],
    ['Location', 'https://bob:pw@h.example/a?token=abc', 'https://***@h.example/a?token=***'],
  ]
  for (const [name, value, shown] of hidden) {
    it(`shows ${name}: ${value} as ${shown}`, () => {
      assert.deepEqual(redactHeaders([[name, value]]), [[name, shown]])
    })
  }

  it('leaves the others, in their order, and reads their bytes as UTF-8', () => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['webhook-id', 'dlv_1_2'],
      ['Idempotency-Key', 'dlv_1_2'],
      ['X-Object', Buffer.from('Störung').toString('latin1')],
      ['X-Twice', 'one'],
      ['X-Twice', 'two'],
    ] as const

    const shown = redactHeaders(headers)

    assert.deepEqual(shown[3], ['X-Object', 'Störung'])
    assert.deepEqual([...shown.slice(0, 3), ...shown.slice(4)], [...headers.slice(0, 3), ...headers.slice(4)])
  })
})

describe('redactUrl', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['https://hooks.example/a/b?c=d#e', 'https://hooks.example/a/b?c=d#e'],
    ['https://bob:pw@hooks.example/', 'https://***@hooks.example/'],
    ['https://bob@hooks.example/', 'https://***@hooks.example/'],
    ['https://bob:p@w@hooks.example/', 'https://***@hooks.example/'],
    [' https:\\\\bob:pw@hooks.example/', ' https:\\\\***@hooks.example/'],
    ['https:bob:pw@hooks.example/', 'https:***@hooks.example/'],
    ['https://hooks.example/?to=a@b.example', 'https://hooks.example/?to=a@b.example'],
    ['https://h.example/?token=abc&x=1', 'https://h.example/?token=***&x=1'],
    ['https://h.example/?x=1&api_key=abc', 'https://h.example/?x=1&api_key=***'],
    ['https://h.example/?x=1&sig=abc&sv=2', 'https://h.example/?x=1&sig=***&sv=2'],
    ['https://h.example/?access_token=a%26b#frag', 'https://h.example/?access_token=***#frag'],
    ['https://h.example/?secret', 'https://h.example/?secret'],
  ]
  for (const [url, shown] of cases) {
    it(`shows ${url} as ${shown}`, () => assert.equal(redactUrl(url), shown))
  }
})
