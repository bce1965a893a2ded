import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { monthlyRule, weeklyRule } from '../../cli/window/window-options.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

const MATCH = ['--match', 'server=~"db-.*"', '--reason', 'patches of the week']
const TIMES = ['--at', '22:00', '--for', '4h', '--zone', 'Europe/Berlin']

describe('tocsin window', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (...argv: readonly string[]) =>
    runTool(['window', ...argv], { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('add, list, show, edit and delete: from the first word to the last', async () => {
    assert.match(
      (await run('list')).out,
      /^There are no maintenance windows\. Add one with: tocsin window add\n$/,
    )
    const added = await run('add', '--name', 'Sunday patching', ...MATCH, '--weekly', 'sun', ...TIMES)
    assert.equal(added.code, 0, added.err)
    const lines = added.out.split('\n')
    assert.equal(lines[0], 'Maintenance window 1 is set, in the time of Europe/Berlin.')
    assert.match(lines[1] ?? '', /^NEXT +BEGINS +ENDS +BEGINS \(UTC\)$/)
    assert.match(
      lines[2] ?? '',
      / \d{4}-\d\d-\d\d 22:00 \+0[12]:00 {2}\d{4}-\d\d-\d\d 02:00 .*T2[01]:00:00\.000Z$/,
    )
    assert.equal(lines.length, 8)

    const listed = await run('list')
    assert.match(
      listed.out,
      /ID {2}NAME .*\n *1 {2}Sunday patching {2}(?:pending|active) .*FREQ=WEEKLY;BYDAY=SU at 22:00 for 4h/,
    )
    const edited = await run('edit', '1', '--monthly', 'lastsun', '--jobs', 'notify_failures', '--json')
    assert.deepEqual([edited.json.repeat, edited.json.jobs], ['FREQ=MONTHLY;BYDAY=-1SU', 'notify_failures'])
    assert.match(
      (await run('show', '1')).out,
      /\nrecurs {4}FREQ=MONTHLY;BYDAY=-1SU at 22:00 for 4h\nzone {6}Europe\/Berlin\n/,
    )
    assert.equal((await run('edit', '1')).code, 2)

    const { next } = (await run('show', '1', '--json')).json
    const skipped = await run('skip', '1', next[0].day)
    assert.match(
      skipped.out,
      new RegExp(`^Sunday patching holds nothing on ${next[0].day}\\.\\nNEXT .*STATE *\\n.*cancelled`),
    )
    assert.match((await run('list')).out, new RegExp(`\\(${next[0].day} cancelled\\)`))
    const restored = await run('restore', '1', next[0].day)
    assert.match(restored.out, new RegExp(`^Sunday patching occurs on ${next[0].day} again\\.`))
    assert.doesNotMatch(restored.out, /cancelled/)
    const never = await run('restore', '1', next[0].day)
    assert.match(never.out, /^Sunday patching was not skipped on .*; it occurs then\./)
    const wrong = await run('skip', '1', '2020-02-02')
    assert.match(wrong.err, /on which it does not begin; it begins next on/)

    const deleted = await run('delete', '1', '--yes')
    assert.equal(deleted.out, 'Maintenance window 1 deleted.\n')
    assert.equal((await run('show', '1')).code, 1)
  })

  it('shows the next begin by its day in the zone of the window, if it is far ahead', async () => {
    const year = new Date().getUTCFullYear() + 1
    const day = `${year}-05-02`
    const times = ['--on', day, '--at', '01:30', '--for', '1h', '--zone', 'Asia/Tokyo']
    const added = await run('add', '--name', 'Tokyo', ...MATCH, ...times)
    const { id } = (await run('list', '--json')).json.items[0]

    assert.match(added.out, new RegExp(`\n${day} +${day} 01:30 \\+09:00 .*T16:30:00`))
    assert.match((await run('list')).out, new RegExp(`Tokyo +pending +${day} `))
    await run('delete', String(id), '--yes')
  })

  it('takes the zone of this machine, and says which', async () => {
    const { zone } = (
      await run('add', '--name', 'daily', ...MATCH, '--daily', '--at', '01:00', '--for', '1h', '--json')
    ).json

    assert.equal(zone, new Intl.DateTimeFormat().resolvedOptions().timeZone)
  })

  it('names mistakes', async () => {
    const cases: readonly (readonly [argv: readonly string[], code: number, sentence: RegExp])[] = [
      [['--name', 'x'], 2, /also needs --match, --at, --for, --reason, --weekly sun \(or --daily,/],
      [['--weekly', 'sunny'], 2, /--weekly has "sunny", not a day such as sun or thu/],
      [['--monthly', '5sun'], 2, /--monthly has "5sun"; give days such as 2tue or lastsun/],
      [
        ['--name', 'x', ...MATCH, ...TIMES, '--daily', '--weekly', 'sun'],
        2,
        /Give one of --daily, --weekly,/,
      ],
      [['--name', 'x', ...MATCH, ...TIMES, '--on', '2020-01-01'], 1, /days.*never occurs after now/],
      [
        ['--name', 'x', ...MATCH, ...TIMES, '--repeat', 'FREQ=YEARLY'],
        1,
        /FREQ must be DAILY, WEEKLY or MONTHLY/,
      ],
      [
        ['--name', 'x', ...MATCH, ...TIMES, '--daily', '--zone', 'Mars'],
        1,
        /zone.*is "Mars", which is no time zone/,
      ],
    ]
    for (const [argv, code, sentence] of cases) {
      const result = await run('add', ...argv)
      assert.equal(result.code, code, argv.join(' '))
      assert.match(result.err, sentence)
    }
  })
})

describe('rules of recurrence by words', () => {
  it('are those of RFC 5545', () => {
    assert.equal(weeklyRule('Sun, wednesday'), 'FREQ=WEEKLY;BYDAY=SU,WE')
    assert.equal(monthlyRule('2tue,lastfriday'), 'FREQ=MONTHLY;BYDAY=2TU,-1FR')
    assert.equal(monthlyRule('1,15,last'), 'FREQ=MONTHLY;BYMONTHDAY=1,15,-1')
  })
})
