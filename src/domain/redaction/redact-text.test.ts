import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cpuTimeMs } from '../../../test/support/time/cpu-time.ts'
import { redactText } from './redact-text.ts'

describe('redactText', () => {
  for (const [text, shown] of [
    [
      '{"routing_key": "R0123", "severity": "%CurrentState%"}',
      '{"routing_key": "***", "severity": "%CurrentState%"}',
    ],
    ['{"key": "%x.Key%", "token": "%x.Source%"}', '{"key": "%x.Key%", "token": "%x.Source%"}'],
    ['{"key": "R%x.Key%", "token": "%Other%"}', '{"key": "***", "token": "***"}'],
    ['{"body": "{\\"key\\": \\"%x.Key%\\"}"}', '{"body": "{\\"key\\": \\"%x.Key%\\"}"}'],
    ['key=%x.Key%&token=abc', 'key=%x.Key%&token=***'],
    ['<key>%x.Key%</key><key>k%x.Key%</key>', '<key>%x.Key%</key><key>***</key>'],
    ['{"password": "a\\"b", "x": 1}', '{"password": "***", "x": 1}'],
    ["{'token': 'abc', 'x': 1}", "{'token': '***', 'x': 1}"],
    ['{"token": 12345}', '{"token": ***'],
    [
      '{"body": "{\\"api_key\\": \\"abc\\", \\"x\\": 1}"}',
      '{"body": "{\\"api_key\\": \\"***\\", \\"x\\": 1}"}',
    ],
    ['{"note": "token=abc"}', '{"note": "token=***"}'],
    ['user=dba&token=abc&text=%AlertName%', 'user=dba&token=***&text=%AlertName%'],
    ["user=dba&token=it's'geheim&x=1", 'user=dba&token=***&x=1'],
    ["user=dba&token='a'geheim&x=1", "user=dba&token='***&x=1"],
    ['x-auth-token: abc\nteam: dba', 'x-auth-token: ***\nteam: dba'],
    [
      '<alert><secret>abc</secret><name>n</name></alert>',
      '<alert><secret>***</secret><name>n</name></alert>',
    ],
    ['Authorization: Bearer abc.def', 'Authorization: *** ***'],
    ['use Bearer abc.def here', 'use Bearer *** here'],
    ['see https://dba:geheim@example.com/x', 'see https://***@example.com/x'],
    [
      '{"state": "%CurrentState%", "url": "https://example.com/a?b=c"}',
      '{"state": "%CurrentState%", "url": "https://example.com/a?b=c"}',
    ],
  ] as const) {
    it(text, () => {
      assert.equal(redactText(text), shown)
    })
  }

  it('takes time in proportion to the text, whatever is in it', () => {
    const pieces = [
      'a',
      '.',
      'token=',
      '"',
      '\\',
      '<a ',
      'x://',
      'token: ',
      'Bearer ',
      ' ',
      'token="',
      '://@',
      '=',
    ]
    for (const piece of pieces) {
      const text = piece.repeat((256 * 1024) / piece.length)
      assert.ok(cpuTimeMs(() => redactText(text)) < 4_000, JSON.stringify(piece))
    }
  })
})
