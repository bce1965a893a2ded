import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PRESETS } from '../../src/presets/presets.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin preset', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const run = (argv: readonly string[], options: ToolOptions = {}) =>
    runTool(argv, { ...options, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })

  it('list: shows each preset with its events and the values it needs', async () => {
    const { code, out } = await run(words('preset list'))
    const lines = out.split('\n')

    assert.equal(code, 0)
    assert.match(lines[0] ?? '', /^NAME +KIND +EVENTS +NEEDS +RECEIVER$/)
    assert.deepEqual(
      lines.slice(1, -2).map((line) => line.split(' ', 1)[0]),
      PRESETS.map(({ id }) => id),
    )
    assert.match(out, /\ntelegram +chat +ALERT, JOB +token, chat_id +Telegram, bot\n/)
    assert.match(out, /\njira-issue +incident +ALERT +url, project, token +Jira/)
  })

  it('list and show: give the response of the service unchanged with --json', async () => {
    const list = await run(words('preset list --json'))
    const one = await run(words('preset show discord --json'))

    assert.deepEqual(list.json, (await app.call('GET', '/v1/presets')).json)
    assert.deepEqual(one.json, (await app.call('GET', '/v1/presets/discord')).json)
  })

  it('show: says where to find each value, and shows limits and notes', async () => {
    const { code, out } = await run(words('preset show jira-issue'))

    assert.equal(code, 0)
    assert.match(out, /^Jira, an issue for each alert\nAn issue is made when /)
    assert.match(
      out,
      /\nproject {2}Key of the project\n {2}The letters before the number.*\n {2}For example: DBA\n/,
    )
    assert.match(out, /\nissue_type {2}Type of the issue \(if not given: Task\)\n/)
    assert.match(out, /\nuser {2}E-mail address of the account \(not required\)\n/)
    assert.match(out, /\ntimeout +1m\n/)
    assert.match(out, /\nlimits +summary 255 characters, description 32767 characters\n/)
    assert.match(out, /\n- Jira does not know a notification that it has already/)
    assert.match(out, / --field project=DBA --field user=alerts@example\.com --field token=/)
    assert.doesNotMatch(out, /--payload-type JOB/)
  })

  it('show: gives a command for each that adds a webhook when it is pasted', async () => {
    for (const { id } of PRESETS) {
      const { out } = await run(['preset', 'show', id])
      const [line = ''] = /tocsin webhook add .*/.exec(out) ?? []
      const [, ...argv] = line.match(/(?:'[^']*'|[^\s'])+/g)?.map((word) => word.replaceAll("'", '')) ?? []
      const added = await run(argv)

      assert.equal(added.code, 0, `${line}\n${added.err}`)
      assert.match(added.out, /^Webhook \d+ added: /)
    }
  })

  it('show: writes the command so that a shell takes each value whole', async () => {
    const { out } = await run(words('preset show google-chat'))

    assert.match(out, / --field 'url=https:\/\/chat\.googleapis\.com\/[^']+\?key=example&token=example'\n/)
  })

  it('show: names all presets if the given one is unknown', async () => {
    const { code, err } = await run(words('preset show slak'))

    assert.equal(code, 1)
    assert.match(err, /There is no preset slak; there are slack-blocks, /)
  })
})
