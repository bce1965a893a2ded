import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { makeToken } from '../support/app/make-token.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin apply', () => {
  let app: TestApp
  let folder: string
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_DENY_TARGETS: 'forbidden.example' } })
    folder = await mkdtemp(join(tmpdir(), 'tocsin-apply-'))
  })
  after(async () => {
    await app.stop()
    await rm(folder, { recursive: true })
  })
  afterEach(async () => {
    for (const { id } of await all()) {
      await app.call('PATCH', `/v1/webhooks/${id}`, { fallback_webhook_id: null })
    }
    for (const { id } of await all()) await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  const all = async () => (await app.call('GET', '/v1/webhooks?show=secrets&limit=500')).json.items
  const named = async (name: string) =>
    (await all()).find((webhook: { name: string }) => webhook.name === name)
  const revisions = async () =>
    (await all()).map(({ name, revision }: { name: string; revision: number }) => `${name} ${revision}`)
  const run = (line: string, input: string, options: ToolOptions = {}) =>
    runTool(words(line), {
      input,
      ...options,
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...options.environment },
    })
  const apply = (input: string, options: ToolOptions = {}) => run('apply -f - --yes', input, options)

  const PAGER = `webhooks:
  - name: pager
    url: https://pager.example.com/hook
    description: wakes somebody up
    low_alert: false
    timeout: 60s
    fallback: chat
    http_headers:
      - http_header_key: Authorization
        http_header_value: Bearer \${PAGER_TOKEN}
    payload_template: |
      {"text": "%AlertName%"}
  - name: chat
    url: https://chat.example.com/
    signing_secret: whsec_${Buffer.alloc(32, 5).toString('base64')}
`
  const environment = { PAGER_TOKEN: 's3cret' }

  it('makes what is defined, whole, and the second time changes nothing', async () => {
    const first = await apply(PAGER, { environment })
    const made = await revisions()
    const second = await apply(PAGER, { environment })

    assert.equal(first.code, 0)
    assert.match(
      first.out,
      /^\+ create {2}pager {2}https:\/\/pager\.example\.com\/hook, medium, high, cleared\n/,
    )
    assert.match(first.out, /\n2 created\.\n$/)
    assert.doesNotMatch(first.out + first.err, /s3cret/)
    const [pager, chat] = [await named('pager'), await named('chat')]
    assert.deepEqual(
      [
        pager.timeout,
        pager.low_alert,
        pager.fallback_webhook_id,
        pager.http_headers[0].http_header_value,
        pager.payload_template,
      ],
      ['1m', false, chat.id, 'Bearer s3cret', '{"text": "%AlertName%"}\n'],
    )
    assert.equal(chat.signed, true)
    assert.deepEqual([second.code, second.out], [0, '2 unchanged.\nNothing was changed.\n'])
    assert.deepEqual(await revisions(), made)
  })

  it('prints what a preview finds in the matchers, with the name of the webhook', async () => {
    await app.call('POST', '/v1/alerts', { key: 'seen', name: 'Lag', state: 'high', labels: { team: 'dba' } })
    const text = 'webhooks: [{name: lost, url: https://lost.example.com/, match: label.tema="dba"}]'
    const { out } = await run('apply -f - --dry-run', text, { environment })
    assert.match(
      out,
      /\nwarning {3}lost: match: No event of the last 1 meets label\.tema="dba"\. None has label\.tema; did you mean label\.team\?\n/,
    )
  })

  it('refuses the former name of a member with the one of today', async () => {
    const text = 'webhooks: [{name: team, url: https://team.example.com/, labels: {team: dba}}]'
    const { code, err } = await apply(text)

    assert.equal(code, 1)
    assert.match(err, /stdin:1: webhooks\[0\]\.labels: is called tags/)
  })

  it('shows each change with its old and new value, but for secrets', async () => {
    await apply(PAGER, { environment })
    const changed = PAGER.replace('low_alert: false', 'med_alert: false')
      .replace('{"text": "%AlertName%"}', '{"text": "%AlertName%!"}')
      .replace('    description: wakes somebody up\n', '')
    const { code, out } = await apply(changed, { environment: { PAGER_TOKEN: 'an0ther' } })

    assert.equal(code, 0)
    assert.match(out, /~ change {2}pager {2}\(\d+\)\n/)
    assert.match(out, /\n +description: wakes somebody up -> none\n/)
    assert.match(
      out,
      /\n +header Authorization: Authorization: \*\*\* -> Authorization: \*\*\* \(changed\)\n/,
    )
    assert.match(out, / payload_template: \{"text": "%AlertName%"\}\S* \(.*\) -> .*%AlertName%!"\}/)
    assert.match(out, / low_alert: false -> true\n +med_alert: true -> false\n/)
    assert.doesNotMatch(out, /s3cret|an0ther/)
    const pager = await named('pager')
    assert.deepEqual([pager.description, pager.http_headers[0].http_header_value], ['', 'Bearer an0ther'])
  })

  it('shows no secret of an address, but that it is another one', async () => {
    const file = (secret: string) =>
      `webhooks:\n  - {name: chat, url: "https://hooks.slack.com/services/T0/B0/${secret}"}\n`
    await apply(file('firstSecretOfThem'))
    const { out } = await apply(file('secondSecretOfThem'))

    assert.match(out, / url: https:\/\/hooks\.slack\.com\/services\/\*\*\* -> \S+\*\*\* \(changed\)\n/)
    assert.doesNotMatch(out, /SecretOfThem/)
  })

  it('asks first, and takes only a yes for one; without somebody to ask it shows the plan and exits with 3', async () => {
    const no = await run('apply -f -', PAGER, { environment, response: 'n' })
    const nobody = await run('apply -f -', PAGER, { environment })
    const json = await run('apply -f - --json', PAGER, { environment, response: 'y' })
    const nothing = await all()
    const yes = await run('apply -f -', PAGER, { environment, response: 'y' })

    assert.deepEqual([no.code, nobody.code, json.code, nothing.length, yes.code], [1, 3, 3, 0, 0])
    assert.match(no.err, /\nDo this\? \[y\/N\] Nothing was changed\.\n$/)
    assert.match(nobody.err, /^Nothing was changed yet: 2 to create\.\nThere is nobody to ask; .* --yes\.\n$/)
    assert.deepEqual(
      [
        json.json.create.map(({ id, name }: { id: null; name: string }) => [id, name]),
        json.json.pending,
        json.json.dry_run,
      ],
      [
        [
          [null, 'pager'],
          [null, 'chat'],
        ],
        true,
        true,
      ],
    )
    assert.equal((await all()).length, 2)
  })

  it('--dry-run changes nothing, whatever else is said; with --detailed-exitcode it tells whether it would', async () => {
    const dry = await run('apply -f - --dry-run --yes', PAGER, { environment })
    const notified = await run('apply -f - --dry-run --detailed-exitcode', PAGER, { environment })
    const both = await run('apply -f - --dry-run --detailed-exitcode --yes', PAGER, { environment })
    const nothing = await all()
    await apply(PAGER, { environment })
    const same = await run('apply -f - --dry-run --detailed-exitcode', PAGER, { environment })

    assert.deepEqual([dry.code, notified.code, both.code, nothing.length, same.code], [0, 3, 3, 0, 0])
    assert.match(dry.out, /2 to create\.\nNothing was changed\.\n$/)
  })

  it('deletes what no file names only with --prune, and shows it', async () => {
    await apply(PAGER, { environment })
    const empty = 'webhooks: []\n'
    const kept = await apply(empty)
    const pruned = await run('apply -f - --prune', empty, { response: 'y', hasColours: true, columns: 100 })

    assert.match(kept.out, /^There is nothing in it\.\n/)
    assert.ok(pruned.out.includes('\u001b[31m- delete  pager\u001b[0m '))
    assert.ok(pruned.out.includes('\u001b[31m- delete  chat\u001b[0m '))
    assert.match(pruned.out, /2 deleted\./)
    assert.deepEqual(await all(), [])
  })

  it('a new name is a new webhook, and with --prune the old one goes after it', async () => {
    await apply('webhooks:\n  - {name: old, url: "https://h.example/"}\n')
    const { out } = await run(
      'apply -f - --prune --yes',
      'webhooks:\n  - {name: new, url: "https://h.example/"}\n',
    )

    assert.match(out, /1 created, 1 deleted\./)
    assert.ok(await named('new'))
    assert.equal((await all()).length, 1)
  })

  it('tells all mistakes at once, each with its line, and changes nothing', async () => {
    const { code, err } = await apply(`webhooks:
  - name: good
    url: https://h.example/
  - name: bad
    url: ftp://h.example/
    timeout: soon
    http_headers:
      - http_header_key: Host
        http_header_value: x
  - name: bad
    url: \${NOWHERE}
  - name: odd
    url: https://forbidden.example/
    colour: red
  - name: denied
    url: https://forbidden.example/
    payload_type: MAIL
  - name: lost
    url: https://h.example/
    fallback: nobody
    signing_secret: secret
  - name: typed
    url: https://h.example/
    low_alert: yes
`)

    assert.equal(code, 1)
    assert.equal((await all()).length, 0)
    const lines = err.split('\n').map((line) => line.replace(/(stdin:\d+: \S+:).*/, '$1'))
    assert.deepEqual(lines, [
      'There are 12 mistakes in the definitions; nothing was changed.',
      '  stdin:5: webhooks[1].url:',
      '  stdin:6: webhooks[1].timeout:',
      '  stdin:8: webhooks[1].http_headers[0].http_header_key:',
      '  stdin:10: webhooks[2].name:',
      '  stdin:11: webhooks[2].url:',
      '  stdin:13: webhooks[3].url:',
      '  stdin:14: webhooks[3].colour:',
      '  stdin:16: webhooks[4].url:',
      '  stdin:17: webhooks[4].payload_type:',
      '  stdin:20: webhooks[5].fallback:',
      '  stdin:21: webhooks[5].signing_secret:',
      '  stdin:24: webhooks[6].low_alert:',
      '',
    ])
  })

  it('takes no asterisks for the secret that they stand for', async () => {
    const { code, err } = await apply(`webhooks:
  - name: pager
    url: https://***@pager.example.com/hook
    http_headers:
      - http_header_key: Authorization
        http_header_value: "***"
`)

    assert.equal(code, 1)
    assert.match(
      err,
      /stdin:3: webhooks\[0\]\.url: has "\*\*\*", which stands for .*\n {2}stdin:6: .*_value: is "\*\*\*"/,
    )
  })

  it('takes a preset with the values it needs, and what is written goes over that', async () => {
    const { code } = await apply(
      `webhooks:
  - name: chat
    preset: slack-blocks
    fields:
      url: https://hooks.slack.com/services/T00000000/B00000000/\${SLACK}
    low_alert: false
    http_headers:
      - http_header_key: X-Team
        http_header_value: dba
`,
      { environment: { SLACK: 'EXAMPLE' } },
    )
    const wrong = await apply(
      'webhooks:\n  - name: chat\n    preset: slack-blocks\n    fields:\n      url: nowhere\n  - name: b\n    preset: nobody\n',
    )

    assert.equal(code, 0)
    const chat = await named('chat')
    assert.deepEqual([chat.rate_limit, chat.low_alert, chat.high_alert], ['1/1s', false, true])
    assert.match(chat.payload_template, /"blocks"/)
    assert.ok(
      chat.http_headers.some(({ http_header_key: key }: { http_header_key: string }) => key === 'X-Team'),
    )
    assert.match(
      wrong.err,
      /stdin:5: webhooks\[0\]\.fields\.url: .*\n {2}stdin:7: webhooks\[1\]\.preset: is unknown\. There is no preset nobody; there are /,
    )
  })

  it('compares secrets on the service, without the scope secrets:read', async () => {
    await apply(PAGER, { environment })
    const token = await makeToken(app, ['webhooks:write'])
    const options = { environment: { PAGER_TOKEN: 's3cret', TOCSIN_TOKEN: token } }
    const same = await apply(PAGER, options)
    const changed = await apply(PAGER, { environment: { PAGER_TOKEN: 'an0ther', TOCSIN_TOKEN: token } })

    assert.deepEqual([same.code, same.out], [0, '2 unchanged.\nNothing was changed.\n'])
    assert.match(changed.out, /1 changed\./)
    assert.doesNotMatch(changed.out, /s3cret|an0ther/)
    assert.equal((await named('pager')).http_headers[0].http_header_value, 'Bearer an0ther')
  })

  it('signs with another secret when the file has another one, and leaves signing alone without one', async () => {
    await apply(PAGER, { environment })
    const { id } = await named('chat')
    const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
    const secret = /whsec_\S+/
    const { out } = await apply(PAGER.replace(secret, other), { environment })
    const silent = await apply(PAGER.replace(/ {4}signing_secret.*\n/, ''), { environment })

    assert.match(out, /~ change {2}chat {2}\(\d+\)\n {12}signing_secret: \*\*\* -> \*\*\* \(changed\)\n/)
    assert.doesNotMatch(out, /whsec_/)
    assert.match(silent.out, /2 unchanged/)
    const { secrets } = (await app.call('GET', `/v1/webhooks/${id}/signing/secrets`)).json
    assert.equal(secrets[0].secret, other)
  })

  it('says why the service had disabled what a file enables', async () => {
    await apply('webhooks:\n  - {name: a, url: "https://h.example/"}\n')
    await app.call('PATCH', `/v1/webhooks/${(await named('a')).id}`, { enabled: false })
    const { out } = await apply('webhooks:\n  - {name: a, url: "https://h.example/"}\n')

    assert.match(out, /enabled: false -> true\n/)
    assert.equal((await named('a')).enabled, true)
  })

  it('reads several files and folders, by name; references to files begin where the definitions are', async () => {
    await writeFile(
      join(folder, 'b.yaml'),
      'webhooks:\n  - name: b\n    url: https://h.example/\n    payload_template: ${file:b.json}\n',
    )
    await writeFile(join(folder, 'a.yml'), 'webhooks:\n  - {name: a, url: "https://h.example/"}\n')
    await writeFile(join(folder, 'b.json.txt'), 'ignored')
    await writeFile(join(folder, 'notes.txt'), 'ignored')
    const missing = await run(`apply -f ${folder} --yes`, '')
    await writeFile(join(folder, 'b.json'), '{"webhooks": []}\n')
    const { code, out, err } = await run(`apply -f ${folder} -f ${join(folder, 'a.yml')} --yes`, '')

    assert.match(
      missing.err,
      /b\.yaml:4: webhooks\[0\]\.payload_template: refers to the file b\.json, which cannot be read/,
    )
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /\+ create {2}a .*\n\+ create {2}b /)
    assert.equal((await named('b')).payload_template, '{"webhooks": []}')
  })

  for (const { argv, says } of [
    { argv: 'apply', says: /^Required option '-f, --file <path>' not specified\./ },
    {
      argv: 'apply -f /nonexistent.yaml',
      says: /^--file names \/nonexistent\.yaml, which cannot be read: there is no such file\./,
    },
    {
      argv: 'apply -f /proc/sys/net',
      says: /^--file names the folder \/proc\/sys\/net, but no file in it ends in /,
    },
  ]) {
    it(`${argv}: a usage mistake`, async () => {
      const { code, err } = await run(argv, '')

      assert.equal(code, 2)
      assert.match(err, says)
    })
  }

  it('a token that may not change webhooks is refused, and nothing is done', async () => {
    const token = await makeToken(app, ['webhooks:read'])
    const { code, err } = await apply(PAGER, { environment: { ...environment, TOCSIN_TOKEN: token } })

    assert.equal(code, 1)
    assert.match(err, /webhooks:write/)
    assert.deepEqual(await all(), [])
  })
})
