import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { makeToken } from '../support/app/make-token.ts'
import { runTool, words } from './run-tool.ts'

const FILE = `webhooks:
  - name: pager
    url: https://pager.example.com/hook
windows:
  - name: Sunday patching
    match: server=~"db-.*"
    webhooks: [pager]
    zone: Europe/Berlin
    begins: "22:00"
    for: 240m
    repeat: freq=weekly;byday=su
    reason: patches of the week
  - name: month end
    match: label.team="billing"
    zone: UTC
    begins: "18:00"
    for: 10h
    days: ["2100-03-31", "2099-12-31"]
    jobs: notify_failures
    reason: batch
`

describe('maintenance windows in files', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (line: string, input = '', token = ADMIN_TOKEN) =>
    runTool(words(line), { input, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: token } })
  const windows = async () => (await app.call('GET', '/v1/windows')).json.items

  it('apply creates them after their webhooks, and finds nothing to do the second time', async () => {
    const planned = await run('apply -f - --dry-run', FILE)
    assert.match(planned.out, /\+ create {2}month end {2}maintenance window\n.*3 to create\.\n/s)
    assert.deepEqual(await windows(), [])

    const applied = await run('apply -f - --yes', FILE)
    assert.equal(applied.code, 0, applied.err)
    assert.match(applied.out, /3 created\.\n$/)
    const [month, sunday] = await windows()
    assert.deepEqual(
      [sunday.name, sunday.webhook_ids, sunday.repeat, sunday.for, sunday.jobs],
      ['Sunday patching', [1], 'FREQ=WEEKLY;BYDAY=SU', '4h', 'hold'],
    )
    assert.deepEqual(
      [month.days, month.webhook_ids, month.jobs],
      [['2099-12-31', '2100-03-31'], null, 'notify_failures'],
    )

    const again = await run('apply -f - --dry-run --detailed-exitcode', FILE)
    assert.deepEqual([again.code, /3 unchanged\./.test(again.out)], [0, true])
  })

  it('apply leaves an occurrence skipped that no file speaks of, and export writes it', async () => {
    const { next, id } = (await windows()).find((one: { name: string }) => one.name === 'month end')
    await app.call('POST', `/v1/windows/${id}/skip`, { day: next[0].day })

    const again = await run('apply -f - --yes --json', FILE)
    assert.ok(!again.json.windows.change.some((one: { name: string }) => one.name === 'month end'))
    assert.match((await run('export')).out, new RegExp(`except:\\n? *.*"?${next[0].day}`))
    const written = FILE.replace('for: 10h\n', 'for: 10h\n    except: []\n')
    const { json } = await run('apply -f - --yes --json', written)
    assert.deepEqual(json.windows.change, [{ name: 'month end', fields: ['except'] }])
    const after = (await windows()).find((one: { name: string }) => one.name === 'month end')
    assert.deepEqual(after.except, [])
  })

  it('apply changes what differs, says which members, and deletes with --prune only what files could name', async () => {
    const changed = FILE.replace('"22:00"', '"23:00"').replace('    webhooks: [pager]\n', '')
    const { json } = await run('apply -f - --yes --json', changed)
    assert.deepEqual(json.windows, {
      create: [],
      change: [{ name: 'Sunday patching', fields: ['webhooks', 'begins'] }],
      delete: [],
      unchanged: ['month end'],
    })
    const [, sunday] = await windows()
    assert.deepEqual([sunday.begins, sunday.webhook_ids], ['23:00', null])

    const [webhooksOnly = ''] = changed.split('windows:')
    await run('apply -f - --yes --prune', webhooksOnly)
    assert.equal((await windows()).length, 2, 'a file without windows says nothing about them')
    await run('apply -f - --yes --prune', `${webhooksOnly}windows: []\n`)
    assert.deepEqual(await windows(), [])
  })

  it('apply names every mistake with its line, and changes nothing', async () => {
    const wrong = FILE.replace('Europe/Berlin', 'Europe/Berln')
      .replace('[pager]', '[pagr]')
      .replace('for: 10h', 'for: 10 hours')
      .replace('    reason: batch\n', '    reasn: batch\n  - name: month end\n')
      .replace('pager.example.com', 'other.example.com')
    const { code, err } = await run('apply -f - --yes', wrong)

    assert.equal(code, 1)
    for (const sentence of [
      /stdin:7: windows\[0\]\.webhooks\[0\].*is "pagr", but there is no webhook of this name/,
      /stdin:8: windows\[0\]\.zone.*is "Europe\/Berln", which is no time zone/,
      /stdin:20: windows\[1\]\.reasn: is an unknown member; did you mean reason\?/,
      /stdin:\d+: windows\[2\]\.name.*is "month end" a second time/,
    ])
      assert.match(err, sentence)
    assert.deepEqual(await windows(), [])
    const [{ url }] = (await app.call('GET', '/v1/webhooks?show=secrets')).json.items
    assert.equal(url, 'https://pager.example.com/hook')
    const ids = await run('apply -f - --yes', FILE.replace('webhooks: [pager]', 'webhook_ids: [1]'))
    assert.match(ids.err, /stdin:7: windows\[0\]\.webhook_ids.*write `webhooks`, with names/)
    const times = 'zone: UTC, begins: "22:00", for: 1h, repeat: FREQ=DAILY'
    const missing = await run('apply -f - --yes', `windows:\n  - {name: x, ${times}}\n`)
    assert.match(missing.err, /windows\[0\]\.reason.*is required/s)
    const noMatch = await run('apply -f - --yes', `windows:\n  - {name: x, ${times}, reason: y}\n`)
    assert.match(noMatch.err, /windows\[0\]\.match.*is empty; say which alerts to silence/s)
  })

  it('apply silences everything only where the file says that this is meant, and export says so', async () => {
    const file = (members: string) =>
      `windows:\n  - {name: all, ${members}zone: UTC, begins: "03:00", for: 1h, repeat: FREQ=DAILY, reason: network}\n`
    const refused = await run('apply -f - --dry-run', file(`match: 'name=~".*"', `))
    assert.deepEqual([refused.code, /would silence everything/.test(refused.err)], [1, true], refused.err)
    const applied = await run('apply -f - --yes', file('everything: true, '))
    assert.equal(applied.code, 0, applied.err)
    const [all] = await windows()
    assert.deepEqual([all.match, all.everything], ['name=~".*"', true])
    assert.match((await run('export')).out, /match: name=~"\.\*"\n +everything: true/)
    const unchanged = await run('apply -f - --dry-run', file(`match: 'name=~".*"', `))
    assert.match(unchanged.out, /1 unchanged/, 'what is stored goes on as it does')
    await app.call('DELETE', `/v1/windows/${all.id}`)
  })

  it('export writes them as apply reads them, and leaves them out for a token that may not', async () => {
    await run('apply -f - --yes', FILE)
    const { out } = await run('export')

    const written = parse(out).windows
    assert.deepEqual(
      written.map(({ name, webhooks }: { name: string; webhooks?: string[] }) => [name, webhooks]),
      [
        ['Sunday patching', ['pager']],
        ['month end', undefined],
      ],
    )
    const again = await run(
      'apply -f - --dry-run --detailed-exitcode',
      out.replaceAll(/\$\{\w+\}/g, 'https://pager.example.com/hook'),
    )
    assert.match(again.out, /unchanged/)
    assert.doesNotMatch(again.out, /maintenance window/)
    const token = await makeToken(app, ['webhooks:read'])
    const less = await run('export', '', token)
    assert.equal(parse(less.out).windows, undefined)
    assert.match(less.err, /Maintenance windows are left out: this token may not read them/)
  })
})
