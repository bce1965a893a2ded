import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  checkDescription,
  checkHeaderKey,
  checkHeaderValue,
  checkMethod,
  checkName,
  checkPayloadTemplate,
  checkTimeoutMs,
  checkUrl,
} from './webhook-rules.ts'

type Rule = (value: string) => string | undefined

/** Good values, and bad ones with a part of the sentence that refuses them. */
function exercise(rule: Rule, good: readonly string[], bad: readonly (readonly [string, RegExp])[]): void {
  for (const value of good) assert.equal(rule(value), undefined, JSON.stringify(value.slice(0, 80)))
  for (const [value, sentence] of bad) {
    assert.match(rule(value) ?? 'accepted', sentence, JSON.stringify(value.slice(0, 80)))
  }
}

describe('checkName', () => {
  it('takes 1 to 255 characters on one line', () => {
    exercise(
      checkName,
      ['x', 'DBA hook', 'größer 🔔', 'a'.repeat(255), '🔔'.repeat(255), '"; DROP TABLE webhooks; --'],
      [
        ['', /must not be empty/],
        ['  \t ', /must not be empty/],
        ['a'.repeat(256), /at most 255 characters/],
        ['🔔'.repeat(256), /at most 255 characters/],
        ['two\nlines', /one line/],
        ['nul\0', /one line/],
        ['half \ud83d', /surrogate/],
      ],
    )
  })
})

describe('checkDescription', () => {
  it('takes up to 2000 characters on any number of lines', () => {
    exercise(
      checkDescription,
      ['', 'first\nsecond\t🔔', 'x'.repeat(2000)],
      [
        ['x'.repeat(2001), /at most 2000 characters/],
        ['a\0b', /U\+0000/],
        ['\udc00', /surrogate/],
      ],
    )
  })
})

describe('checkUrl', () => {
  it('takes absolute http and https addresses with markers in path and query', () => {
    exercise(
      checkUrl,
      [
        'http://127.0.0.1:9/hook',
        'HTTPS://Hooks.Example.com',
        'https://hooks.example.com:8443/a/%AlertID%?name=%AlertName%&x=%41',
        'https://user:p%40ss@hooks.example.com/',
        'https://user:%c3%a9@hooks.example.com/',
        'https://[::1]:8080/x',
        'https://bücher.example/päth?q=ü',
        'https://hooks.example.com?%CurrentState%',
        `https://hooks.example.com/${'a'.repeat(8192 - 26)}`,
      ],
      [],
    )
  })

  it('says what is wrong with any other', () => {
    exercise(
      checkUrl,
      [],
      [
        ['', /absolute http or https/],
        ['hooks.example.com/x', /absolute http or https/],
        ['//hooks.example.com/x', /absolute http or https/],
        ['ftp://hooks.example.com/', /absolute http or https/],
        ['http:/hooks.example.com', /absolute http or https/],
        ['http:hooks.example.com', /absolute http or https/],
        ['javascript:alert(1)', /absolute http or https/],
        ['%Scheme%://hooks.example.com', /absolute http or https/],
        ['http://', /must name a host/],
        ['http:///hooks.example.com', /must name a host/],
        ['http://user@', /must name a host/],
        ['http://:80/', /host or port that is not valid/],
        ['http://a:99999/', /host or port that is not valid/],
        ['http://a:b/', /host or port that is not valid/],
        ['http://a<b/', /host or port that is not valid/],
        ['http://[::g]/', /host or port that is not valid/],
        ['http://1.2.3.999/', /host or port that is not valid/],
        ['http://a b/', /spaces or control/],
        [' http://a/', /spaces or control/],
        ['http://a/\n', /spaces or control/],
        ['http://a/\u0085', /spaces or control/],
        ['http://a/#part', /fragment/],
        ['http://a/\ud800', /surrogate/],
        [`https://hooks.example.com/${'a'.repeat(8192 - 25)}`, /at most 8192 characters/],
      ],
    )
  })

  it('says why a marker may not stand in credentials, host or port', () => {
    exercise(
      checkUrl,
      [],
      [
        ['https://%ServerName%/x', /must not decide to which host/],
        ['https://%ServerName%.example.com/x', /must not decide to which host/],
        ['https://hooks.example.com:%ServerPort%/x', /must not decide to which host/],
        ['https://%AgentName%:secret@hooks.example.com/', /must not decide to which host/],
        ['https://me:%DatabaseName%ab@hooks.example.com/', /must not decide to which host/],
        ['https://%DatabaseName%\\@hooks.example.com/', /must not decide to which host/],
      ],
    )
  })

  it('accepts only what the URL parser reads as http or https with a host', () => {
    const parts = fc.constantFrom(
      'http',
      's',
      ':',
      '/',
      '//',
      '@',
      'a',
      '.',
      '%',
      '%41',
      '[',
      '::1',
      ']',
      '?',
      '#',
      '\\',
      '9',
      ' ',
      '%AlertID%',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 14 }), (chosen) => {
        const url = `http${chosen.join('')}`
        if (checkUrl(url) !== undefined) return
        const parsed = new URL(url)
        assert.match(parsed.protocol, /^https?:$/)
        assert.notEqual(parsed.hostname, '')
        assert.doesNotMatch(`${parsed.host} ${parsed.username} ${parsed.password}`, /AlertID/i)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('checkMethod', () => {
  it('takes any HTTP token that can carry a payload', () => {
    exercise(
      checkMethod,
      ['POST', 'PUT', 'post', 'PATCH', 'GET', 'PROPFIND', 'X-Custom_1!', 'M'.repeat(32)],
      [
        ['', /must not be empty/],
        ['PO ST', /RFC 9110/],
        ['POST\r\nX: y', /RFC 9110/],
        ['GRÜSS', /RFC 9110/],
        ['(POST)', /RFC 9110/],
        ['M'.repeat(33), /at most 32 characters/],
        ['CONNECT', /must not be CONNECT/],
        ['trace', /must not be TRACE/],
      ],
    )
  })
})

describe('checkHeaderKey', () => {
  it('takes RFC 9110 tokens of up to 256 characters', () => {
    exercise(
      checkHeaderKey,
      ['Authorization', 'x', "X-!#$%&'*+.^_`|~9", 'X'.repeat(256), 'Content-Type', 'User-Agent'],
      [
        ['', /must not be empty/],
        ['X Y', /RFC 9110/],
        ['X:', /RFC 9110/],
        ['X\n', /RFC 9110/],
        ['Zürich', /RFC 9110/],
        ['X'.repeat(257), /at most 256 characters/],
      ],
    )
  })

  it('refuses, in any case, what would break the framing or what the service says itself', () => {
    const refused =
      'Host Content-Length Transfer-Encoding Connection Keep-Alive Upgrade TE Trailer Proxy-Connection Expect webhook-id webhook-timestamp webhook-signature'
    for (const key of refused.split(' ')) {
      for (const spelling of [key, key.toLowerCase(), key.toUpperCase()]) {
        assert.match(checkHeaderKey(spelling) ?? 'accepted', /the service sets it itself/, spelling)
      }
    }
  })
})

describe('checkHeaderValue', () => {
  it('takes up to 8 KiB without control characters other than a tab', () => {
    exercise(
      checkHeaderValue,
      ['', 'Bearer x', 'a\tb', 'ü 🔔', '%AlertID%', 'x'.repeat(8192), 'é'.repeat(4096)],
      [
        ['a\r\nX-Evil: 1', /line breaks or other control/],
        ['a\nb', /line breaks or other control/],
        ['a\0', /line breaks or other control/],
        ['a\x7f', /line breaks or other control/],
        ['a\u0085b', /line breaks or other control/],
        ['\ud800', /surrogate/],
        ['x'.repeat(8193), /at most 8 KiB/],
        ['é'.repeat(4097), /at most 8 KiB .* it has 8194 bytes/],
      ],
    )
  })
})

describe('checkPayloadTemplate', () => {
  it('takes any text up to 256 KiB, JSON or not', () => {
    exercise(
      checkPayloadTemplate,
      ['', "{'text': 'not JSON %AlertID%'", 'x'.repeat(262_144), '\u0001\n\t'],
      [
        ['x'.repeat(262_145), /at most 256 KiB/],
        ['🔔'.repeat(65_537), /at most 256 KiB/],
        ['a\0b', /U\+0000/],
        ['\ud800x', /surrogate/],
      ],
    )
  })
})

describe('checkTimeoutMs', () => {
  it('takes 100 ms to 5 minutes, or null', () => {
    for (const timeoutMs of [null, 100, 15_000, 300_000]) assert.equal(checkTimeoutMs(timeoutMs), undefined)
    for (const timeoutMs of [0, 99, 300_001, Infinity, NaN])
      assert.match(checkTimeoutMs(timeoutMs) ?? '', /100ms to 5m/)
  })
})
