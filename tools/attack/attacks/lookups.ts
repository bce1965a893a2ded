import { sendCrowd } from './crowd.ts'
import { type Attack, jsonRequest, requestBytes } from './target.ts'

/** Small requests that make the service search, guess or compute. */
export const lookupAttacks: readonly Attack[] = [
  headers('content-encoding', `Content-Encoding: ${'\u00a0'.repeat(15_600)}`),
  headers('accept-encoding', `Accept-Encoding: gzip${' '.repeat(15_600)};`),
  headers('cookie', `Cookie: ${'a;'.repeat(7_800)}`),
  headers('if-none-match', `If-None-Match: ${'"a",'.repeat(3_900)}`),
  {
    id: 'half-requests',
    title: '500 connections send half a request and wait',
    holds: 'nothing',
    pauseMs: 1_000,
    wave: (target, signal) =>
      sendCrowd(
        target,
        { count: 500, says: [Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nX-A')], reads: true, holdMs: 20_000 },
        signal,
      ),
  },
  guesses(),
  {
    id: 'hidden-values',
    title: 'previews with 64 secrets of 8 KB each, sought in a template of 256 KB',
    holds: 'webhooks:read',
    pauseMs: 1_000,
    wave: ({ port, tokens }, signal) => {
      const secret = `${'a'.repeat(4_000)}b${'a'.repeat(4_000)}`
      const body = JSON.stringify({
        webhook: {
          name: 'x',
          url: 'http://127.0.0.1:9/',
          http_headers: Array.from({ length: 64 }, (_, index) => ({
            http_header_key: `X-Api-Key-${index}`,
            http_header_value: secret,
          })),
          payload_template: 'a'.repeat(262_000),
        },
      })
      const says = [jsonRequest('/v1/webhooks/preview', { token: tokens['webhooks:read'], body })]
      return sendCrowd({ port }, { count: 2, says, reads: true, holdMs: 5_000 }, signal)
    },
  },
  {
    id: 'loose-brackets',
    title: 'checks of XML templates of 256 KB that are nothing but markers and brackets',
    holds: 'webhooks:read',
    pauseMs: 1_000,
    wave: ({ port, tokens }, signal) => {
      const body = JSON.stringify({
        content_type: 'application/xml',
        payload_template: '%AlertID%>'.repeat(26_200),
      })
      const says = [jsonRequest('/v1/templates/check', { token: tokens['webhooks:read'], body })]
      return sendCrowd({ port }, { count: 2, says, reads: true, holdMs: 5_000 }, signal)
    },
  },
]

function headers(id: string, header: string): Attack {
  return {
    id,
    title: `100 requests with 15 KB of ${header.split(':')[0]}`,
    holds: 'nothing',
    pauseMs: 1_000,
    wave: (target, signal) => {
      const body = Buffer.from('{}')
      const request = {
        method: 'POST',
        path: '/v1/session',
        headers: ['Content-Type: application/json', header],
      }
      return sendCrowd(
        target,
        {
          count: 50,
          says: [requestBytes({ ...request, body }), requestBytes({ path: '/icon.svg', headers: [header] })],
          reads: true,
          holdMs: 2_000,
        },
        signal,
      )
    },
  }
}

/** Wrong passwords for names that nobody has, each from another address of the loopback network. */
function guesses(): Attack {
  let wave = 0
  return {
    id: 'guesses',
    title: 'sign-ins with 200 names that nobody has, from 200 addresses',
    holds: 'nothing',
    pauseMs: 500,
    wave: (target, signal) => {
      wave += 1
      return sendCrowd(
        target,
        {
          count: 200,
          says: [
            jsonRequest('/v1/session', {
              body: JSON.stringify({ username: `guess ${wave}`, password: 'wrong password' }),
            }),
          ],
          reads: true,
          holdMs: 1_500,
          comesFrom: (index) => `127.${1 + (wave % 250)}.1.${index + 1}`,
        },
        signal,
      )
    },
  }
}
