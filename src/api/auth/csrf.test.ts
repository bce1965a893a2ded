import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refuseForged } from './session-cookie.ts'

const CSRF = { 'x-csrf-token': 'abc' }
const OURS = 'tocsin.example.com:8480'

const check = (
  headers: Record<string, string>,
  { method = 'POST', host = OURS, publicHost = null as string | null } = {},
) => refuseForged({ method, headers, host }, { csrfToken: 'abc', publicHost })

describe('changes by the cookie of a session', () => {
  for (const [what, headers, given] of [
    ['without a header of the browser', CSRF, {}],
    ['from a page of ours', { ...CSRF, origin: `http://${OURS}`, 'sec-fetch-site': 'same-origin' }, {}],
    ['from our own page, by its origin only', { ...CSRF, origin: `http://${OURS}` }, {}],
    [
      'from the port that https has anyway',
      { ...CSRF, origin: 'https://a.example' },
      { host: 'a.example:443' },
    ],
    [
      'from the address that people use',
      { ...CSRF, origin: 'https://a.example' },
      { publicHost: 'a.example' },
    ],
    [
      'behind a proxy, if the browser vouches for it',
      { ...CSRF, origin: 'https://a.example', 'sec-fetch-site': 'same-origin' },
      {},
    ],
    ['that only read', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, { method: 'GET' }],
  ] as const) {
    it(`takes those ${what}`, () => assert.doesNotThrow(() => check(headers, given)))
  }

  for (const [what, headers, sentence] of [
    ['without the token', {}, /needs the header `X-CSRF-Token`/],
    ['with a wrong token', { 'x-csrf-token': 'abd' }, /not that of this session/],
    ['of another site', { ...CSRF, 'sec-fetch-site': 'cross-site' }, /another|comes from/],
    ['of another host of the same site', { ...CSRF, 'sec-fetch-site': 'same-site' }, /comes from/],
    [
      'with a foreign origin',
      { ...CSRF, origin: 'https://evil.example' },
      /comes from https:\/\/evil\.example/,
    ],
    ['with an origin at another port', { ...CSRF, origin: 'http://tocsin.example.com:8481' }, /comes from/],
    ['with the origin of nothing', { ...CSRF, origin: 'null' }, /comes from null/],
  ] as const) {
    it(`refuses those ${what}`, () => {
      assert.throws(() => check(headers), { code: 'csrf', message: sentence })
    })
  }
})
