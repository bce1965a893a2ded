import assert from 'node:assert/strict'
import { test } from 'node:test'

import { cpuTimeMs } from '../../../test/support/time/cpu-time.ts'
import { compileTemplate } from './template.ts'
import type { PayloadType } from '../webhook/webhook.ts'

function warningsOf(
  template: string,
  contentType = 'text/plain',
  payloadType: PayloadType = 'ALERT',
): readonly string[] {
  return compileTemplate(template, { payloadType, contentType }).warnings.map(({ message }) => message)
}

const SUGGESTED: readonly (readonly [wrong: string, right: string])[] = [
  ['alertname', 'AlertName'],
  ['AlertNam', 'AlertName'],
  ['Alert Name', 'AlertName'],
  ['ALERT_NAME', 'AlertName'],
  [' AlertName ', 'AlertName'],
  ['alert-id', 'AlertID'],
  ['DataBaseName', 'DatabaseName'],
  ['CurentValue', 'CurrentValue'],
  ['AlertState', 'CurrentState'],
  ['AlertLevel', 'CurrentState'],
  ['AlertDetails', 'AlertInfo'],
  ['xKey', 'x.Key'],
  ['x.Colour', 'x.Color'],
  ['x.RaisedIso', 'AlertRaisedTime'],
  ['labels.team', 'label.team'],
  ['Annotation.runbook_url', 'annotation.runbook_url'],
  ['x.Url', 'x.Link'],
]

for (const [wrong, right] of SUGGESTED) {
  test(`suggests %${right}% for %${wrong}%`, () => {
    assert.deepEqual(warningsOf(`is %${wrong}%`), [
      `line 1, column 4: %${wrong}% is not a marker and stays in the text as it is. Did you mean %${right}%?`,
    ])
  })
}

test('an unknown name that resembles none is reported without a suggestion', () => {
  assert.deepEqual(warningsOf('%EmailGroupID%'), [
    'line 1, column 1: %EmailGroupID% is not a marker and stays in the text as it is. The list of markers is at /v1/templates.',
  ])
})

test('warnings have line and column in characters, and name each marker once', () => {
  assert.deepEqual(
    warningsOf('ok\n😀é %Foo1%\r\n%Bar2% %Foo1%').map((message) => message.split(' is ')[0]),
    ['line 2, column 4: %Foo1%', 'line 3, column 1: %Bar2%'],
  )
})

test('a suggestion is always a marker of the same payload type', () => {
  assert.match(warningsOf('%JobNam%', 'text/plain', 'JOB')[0] ?? '', /Did you mean %JobName%\?$/)
  assert.match(warningsOf('%JobNam%', 'text/plain', 'ALERT')[0] ?? '', /The list of markers is at/)
  assert.match(warningsOf('%AlertState%', 'text/plain', 'JOB')[0] ?? '', /The list of markers is at/)
})

test('a marker of the other payload type is reported as always empty', () => {
  assert.deepEqual(warningsOf('{"a": "%JobID% %ServerName%"}', 'application/json'), [
    'line 1, column 8: %JobID% is a marker for JOB; with payload type ALERT it is always empty.',
  ])
  assert.deepEqual(warningsOf('%AlertID% %x.Key%', 'text/plain', 'JOB'), [
    'line 1, column 1: %AlertID% is a marker for ALERT; with payload type JOB it is always empty.',
  ])
})

test('an annotation of a job run is reported as always empty, a label is not', () => {
  assert.deepEqual(warningsOf('%annotation.summary% %label.team%', 'text/plain', 'JOB'), [
    'line 1, column 1: %annotation.summary% is a marker for ALERT; with payload type JOB it is always empty.',
  ])
})

test('a link is reported as empty while nobody has said where the console is, unless that is provided for', () => {
  const warnings = (template: string, publicUrl: string) =>
    compileTemplate(template, { payloadType: 'ALERT', contentType: '', publicUrl }).warnings.map(
      ({ message }) => message,
    )

  assert.deepEqual(warnings('["%x.Link%", "%x.Link|500%"]', ''), [
    'line 1, column 3: %x.Link% is empty as long as the service does not know under which address people reach it. Set TOCSIN_PUBLIC_URL.',
  ])
  assert.match(warnings('["%x.ConsoleUrl%"]', '')[0] ?? '', /%x\.ConsoleUrl% is empty as long as/)
  assert.deepEqual(warnings('["%x.Link%"]', 'https://tocsin.example.com'), [])
  assert.deepEqual(warnings('["%x.Link|omit%", "%x.Link|or:none%"]', ''), [])
})

test('a time zone is reported where there is none of that name, and where no time is', () => {
  assert.deepEqual(warningsOf('%AlertRaisedTime|in:Mars/Base%'), [
    'line 1, column 1: There is no time zone Mars/Base, so %AlertRaisedTime% stays in UTC. Zones are named like Europe/Berlin or America/New_York.',
  ])
  assert.match(warningsOf('%AlertName|in:UTC%')[0] ?? '', /%AlertName% is no time/)
  assert.match(warningsOf('%x.RaisedGmt|in:UTC%')[0] ?? '', /%x.RaisedGmt% is no time/)
  assert.deepEqual(warningsOf('%JobEndTime|in:UTC% %label.since|in:UTC%', 'text/plain', 'JOB'), [])
})

test('a fifth time zone of one text is reported, and stays in the text', () => {
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'Asia/Kolkata', 'America/New_York']
  const template = zones.map((zone) => `%x.EventTime|in:${zone}%`).join(' ')

  const { warnings, render } = compileTemplate(template, { payloadType: 'ALERT', contentType: 'text/plain' })

  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0]?.message ?? '',
    /in:America.New_York% names one time zone too many: a text may have 4\. The marker stays in the text/,
  )
  assert.match(
    render(() => '2026-09-14T03:12:40Z'),
    /05:30 %x\.EventTime\|in:America\/New_York%$/,
  )
})

test('text between two markers, and percent signs in prose, are no candidates', () => {
  for (const text of [
    '"%AlertID%","ServerIP":"%ServerIP%"',
    '%AlertName% Server ID %ServerID%',
    '%AlertName%AlertName%ServerID%',
    'disk at 95% and memory at 80%',
    'CPU: 5%, load: 7%.',
    '%%',
    '%\nAlertName%',
    '%Y-%m-%d %H:%M',
  ])
    assert.deepEqual(warningsOf(text), [], text)
})

test('text between two unknown markers is no candidate either', () => {
  assert.deepEqual(
    warningsOf('%Foo1% Server ID %Foo2%').map((message) => message.split('%')[1]),
    ['Foo1', 'Foo2'],
  )
})

test('half a letter of a form is no candidate', () => {
  assert.deepEqual(
    warningsOf('a=%C3%A9%20%AlertName%&b=%DE%AD%BE%EF%', 'application/x-www-form-urlencoded'),
    [],
  )
  assert.equal(warningsOf('a=%DatabaseNam%', 'application/x-www-form-urlencoded').length, 1)
})

const NOT_JSON: readonly (readonly [template: string, place: string])[] = [
  ['{\n  "a": "%AlertName%",\n}', 'line 3, column 1'],
  ['{"a": 1%AlertID%}', 'line 1, column 8'],
  ['{"a": tru%AlertID%}', 'line 1, column 7'],
  ['[%AlertID%%AlertName%]', 'line 1, column 11'],
  ['["%AlertID%"%AlertName%]', 'line 1, column 13'],
  [String.raw`["\%AlertID%"]`, 'line 1, column 3'],
  [String.raw`["\u12%AlertID%"]`, 'line 1, column 3'],
  ['["%AlertID%\n"]', 'line 1, column 12'],
  ['Alert %AlertName%', 'line 1, column 1'],
]

for (const [template, place] of NOT_JSON) {
  test(`says where a template stops being JSON: ${JSON.stringify(template)}`, () => {
    const warnings = warningsOf(template, 'application/json')

    assert.equal(warnings.length, 1)
    assert.ok(warnings[0]?.startsWith(`${place}: here the template stops being JSON`), warnings[0])
  })
}

test('each line of JSON lines is checked by itself', () => {
  assert.deepEqual(warningsOf('{"a": "%AlertName%"}\r\n\n[1]', 'application/x-ndjson'), [])
  assert.match(warningsOf('{}\n{"a":\n1}', 'application/x-ndjson')[0] ?? '', /^line 2, column 6: /)
})

test('an empty template is called empty', () => {
  assert.deepEqual(warningsOf(' ', 'application/json'), [
    'The template is empty, and so is the body that is sent.',
  ])
})

test('JSON under another Content-Type is reported: its values are not escaped', () => {
  assert.match(
    warningsOf('{"text": "%AlertName%"}', 'text/plain')[0] ?? '',
    /sent as text\/plain.* Content-Type to application\/json/,
  )
  assert.deepEqual(warningsOf('[%AlertName%] %AlertInfo%', 'text/plain'), [])
})

test('a body that is too long even with short values is reported', () => {
  assert.deepEqual(warningsOf('é'.repeat(128 * 1024)), [])
  assert.deepEqual(warningsOf(`${'é'.repeat(128 * 1024)}.`), [
    'With short example values the body has 257 KiB already; many receivers refuse bodies over 256 KiB. Shorten the template.',
  ])
})

test('the list of warnings, and the time for it, is bounded', () => {
  const wrong = Array.from({ length: 20_000 }, (_, index) => `%Wrong${index}%`).join(' ')

  assert.ok(cpuTimeMs(() => assert.equal(warningsOf(wrong).length, 20)) < 4_000)
})
