import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BODY_SIZE, compileTemplate } from './template.ts'

test('works out no more values than a body has room for, also of those of which a filter leaves nothing', () => {
  for (const [marker, value] of [
    ['%AlertInfo%', 'x'],
    ['%AlertInfo|slack|60000%', '<'],
    ['%AlertInfo|-60000%', 'x'],
    ['%AlertInfo|html%', '\u0001'],
  ] as const) {
    const long = value.repeat(65_536)
    let count = 0
    const { render } = compileTemplate(marker.repeat(100_000), {
      payloadType: 'ALERT',
      contentType: 'text/plain',
    })

    // Each of a hundred thousand times, this would take minutes.
    const body = render(() => {
      count += 1
      return long
    })

    assert.ok(body.length <= BODY_SIZE.totalCharsMax)
    assert.ok(count <= 20, `${marker}: ${count}`)
  }
})

test('XML with very many markers before a `>` is compiled in one walk', () => {
  const count = 200_000

  // Searching back from each marker to the last tag would take minutes.
  const body = compileTemplate('%AlertID%>'.repeat(count), {
    payloadType: 'ALERT',
    contentType: 'application/xml',
  }).render(() => '1')

  assert.equal(body, '1&gt;'.repeat(count))
})

test('very many time zones, known and invented, are looked up only a few times', () => {
  const zones = Array.from({ length: 8_000 }, (_, index) => `%x.EventTime|in:Zone/${index}%`).join('\n')

  // Each takes a tenth of a millisecond or more, so that all would take seconds in each rendering.
  const body = compileTemplate(zones, { payloadType: 'ALERT', contentType: 'text/plain' }).render(
    () => '2026-09-14T03:12:40Z',
  )

  assert.equal(body.split('%x.EventTime').length, 8_000 - 4 + 1)
})
