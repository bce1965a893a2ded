import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { runTool, type ToolOptions } from '../cli/run-tool.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const DOC = await readFile('docs/moving-in.md', 'utf8')

function blocks(language: string): readonly string[] {
  return [...DOC.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text ?? '',
  )
}

/** The command lines of the document, without the name of the tool. */
const LINES = blocks('sh')
  .flatMap((block) => block.trim().split('\n'))
  .filter((line) => line.startsWith('tocsin '))
  .map((line) => line.replace(/^tocsin /, ''))

describe('docs/moving-in.md', () => {
  let app: TestApp
  let foreign: Receiver
  let folder: string
  before(async () => {
    app = await startApp({ listen: true })
    foreign = await Receiver.start()
    folder = await mkdtemp(join(tmpdir(), 'tocsin-moving-in-'))
  })
  after(async () => {
    await Promise.all([app.stop(), foreign.stop()])
    await rm(folder, { recursive: true })
  })

  const SECRETS = {
    PAGER_TOKEN: 's3cret',
    SLACK_PATH: 'T00000000/B00000000/EXAMPLE',
    JOBS_SIGNING_SECRET: `whsec_${Buffer.alloc(32, 3).toString('base64')}`,
  }
  const run = (line: string, options: ToolOptions = {}) =>
    runTool(
      line
        .replace('https://monitor.example.com', foreign.url)
        .replace(' --ca-file monitor-ca.pem', '')
        .replace('webhooks.yaml', join(folder, 'webhooks.yaml'))
        .split(' '),
      { ...options, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...SECRETS } },
    )
  const find = (start: string) => {
    const line = LINES.find((one) => one.startsWith(start))
    assert.ok(line, start)
    return line
  }

  const hook = (name: string, members: object = {}) => ({
    name,
    url: `https://${name.replaceAll(' ', '-')}.example.com/hook`,
    payload_template: '{"text": "%AlertName%"}',
    enabled: true,
    method: 'POST',
    http_headers: [] as object[],
    low_alert: true,
    med_alert: true,
    high_alert: true,
    cleared_alert: true,
    ...members,
  })

  it('shows the plan of an import as it is', async () => {
    const [plan = ''] = blocks('text')
    const names = ['one', 'two', 'three', 'four', 'five']
    const same = names.map((name) => hook(name))
    for (const one of [same[0], hook('chat'), ...same.slice(1)]) await app.call('POST', '/v1/webhooks', one)
    const header = { http_header_key: 'Host', http_header_value: 'x' }
    const there = [
      hook('pager', {
        low_alert: false,
        med_alert: false,
        payload_template: '{"text": "%AlretName%"}',
        oauth: 1,
      }),
      hook('chat', { low_alert: false, oauth: 2 }),
      ...same,
      hook('old relay', { http_headers: [header] }),
    ]
    foreign.alwaysRespondsWith((request, response) => {
      if (request.path === '/pem/api/token/') response.setHeader('x-subject-token', 'short-lived')
      response.end(JSON.stringify(there))
    })

    const [first, ...others] = LINES.filter((line) => line.startsWith('import '))
    const shown = await run(first ?? '', { response: 'y' })
    const again = await run(others[0] ?? '', { response: 'y' })

    assert.ok(shown.out.startsWith(plan), shown.out)
    assert.equal(shown.code, 1)
    assert.match(again.out, /7 unchanged, 1 that cannot be done\.\n/)
    assert.equal(others.length, 1)
    for (const { id } of (await app.call('GET', '/v1/webhooks')).json.items)
      await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('its definitions fit the schema, and are applied by its commands', async () => {
    const [definitions = ''] = blocks('yaml')
    const schema = JSON.parse(await readFile('docs/schema/webhooks.schema.json', 'utf8'))
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
    assert.ok(validate(parse(definitions)), JSON.stringify(validate.errors))
    await writeFile(join(folder, 'webhooks.yaml'), definitions)

    const planned = await run(find('apply -f webhooks.yaml --dry-run'))
    const applied = await run(find('apply -f webhooks.yaml'), { response: 'y' })
    const pruned = await run(find('apply -f webhooks.yaml --prune'), { response: 'y' })
    const again = await run(find('apply -f webhooks.yaml --yes'))
    const exported = await run(find('export'))

    assert.deepEqual(
      [planned, applied, pruned, again, exported].map(({ code }) => code),
      [3, 0, 0, 0, 0],
    )
    assert.match(applied.out, /3 created\./)
    assert.match(again.out, /3 unchanged\./)
    assert.match(exported.err, /\n {2}PAGER_AUTHORIZATION\n/)
    for (const block of blocks('yaml').slice(1)) {
      await writeFile(join(folder, 'webhooks.yaml'), block)
      const { code, err } = await run('apply -f webhooks.yaml --dry-run')
      assert.deepEqual([code, err], [0, ''])
    }
  })

  it('shows mistakes as they are', async () => {
    const [, mistakes = ''] = blocks('text')
    await writeFile(
      join(folder, 'webhooks.yaml'),
      'webhooks:\n  # Mistakes.\n  - name: a\n    url: nowhere\n\n  - name: b\n    url: https://h.example/\n    enabled: false\n    colour: red\n',
    )

    const { err } = await run('apply -f webhooks.yaml --yes')

    const shown = err.replaceAll(`${folder}/`, '').replace(/(description, url, ).*/, '$1…')
    assert.equal(shown, mistakes)
  })

  it('plans a set that a program sends', async () => {
    const [, body = ''] = /curl -sS -X PUT .*-d '([^']+)'/s.exec(DOC) ?? []
    const { status, json } = await app.call('PUT', '/v1/webhooks', JSON.parse(body))

    assert.deepEqual([status, json.dry_run, json.create.length + json.change.length], [200, true, 1])
  })

  it('has every exit code of the tool and every command line in a test', () => {
    assert.match(DOC, /\| 0 .*\n\| 1 .*\n\| 2 .*\n\| 3 /)
    assert.equal(LINES.length, 7)
  })
})
