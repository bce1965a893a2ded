import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { testCertificates } from '../support/network/certificates.ts'
import { makeToken } from '../support/app/make-token.ts'
import { DEFINITION_MEMBERS } from '../../cli/definitions/webhook-definition.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin export', () => {
  let app: TestApp
  let other: TestApp
  let folder: string
  before(async () => {
    app = await startApp({ listen: true })
    other = await startApp({ listen: true })
    folder = await mkdtemp(join(tmpdir(), 'tocsin-export-'))
    await fill()
  })
  after(async () => {
    await Promise.all([app.stop(), other.stop()])
    await rm(folder, { recursive: true })
  })

  const SIGNING = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  /** One webhook with everything, one with nothing, and what is odd to write. */
  const fill = async () => {
    const { client } = await testCertificates()
    const add = async (body: object) => (await app.call('POST', '/v1/webhooks', body)).json.id
    const fallback = await add({ name: 'Rückfall: 2', url: 'https://h.example/', method: 'PUT' })
    const id = await add({
      name: 'pager',
      description: 'line one\nline two\n',
      url: 'https://bob:pw@h.example/hook?token=t0ken',
      enabled: false,
      http_headers: [
        { http_header_key: 'Authorization', http_header_value: 'Bearer s3cret' },
        { http_header_key: 'Content-Type', http_header_value: 'text/plain; x="${NOT_A_REFERENCE}"' },
      ],
      payload_template: '  ${NOT_A_REFERENCE} $${X}\r\n\t%AlertName%\n\n# no comment\n---\n',
      low_alert: false,
      timeout: '90s',
      retry_schedule: '0s,5s,1m*3',
      tags: { env: 'prod', team: 'dba' },
      concurrency: 3,
      rate_limit: '20/1m',
      response_size_max: '16kb',
      response_rule: [
        { part: 'status', equals: 200 },
        { part: 'body', matches: '.*${done}|ok' },
        { member: 'ok', equals: true },
        { lacks: '${error}' },
      ],
      tls: { client_certificate: client.certificate, client_key: client.key, insecure: true },
      fallback_webhook_id: fallback,
      fallback_after: '7m',
      match: 'label.team=~"dba|${X}"',
      acknowledgements: true,
      maintenance_windows: true,
    })
    await add({ name: 'jobs', url: 'https://h.example/', payload_type: 'JOB', max_age: '1h' })
    const end = {
      method: 'PUT',
      url: 'https://bob:pw@h.example/${X}',
      payload_template: '${NOT_A_REFERENCE}',
    }
    await add({
      name: 'present',
      url: 'https://h.example/',
      mode: 'current_state',
      missed_alerts: 'notify',
      remind: '1h,4h,1d',
      clear_request: end,
    })
    await app.call('POST', `/v1/webhooks/${id}/signing/rotate`, { secret: SIGNING })
  }

  const run = (line: string, options: ToolOptions = {}, of = app) =>
    runTool(words(line), {
      ...options,
      environment: { TOCSIN_URL: of.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...options.environment },
    })
  /** All webhooks of a service, without what is its own. */
  const comparable = async (of: TestApp) => {
    const { items } = (await of.call('GET', '/v1/webhooks?show=secrets&limit=500')).json
    const names = new Map(items.map((one: { id: number; name: string }) => [one.id, one.name]))
    const signing = async (id: number) =>
      (await of.call('GET', `/v1/webhooks/${id}/signing/secrets`)).json.secrets.map(
        (one: { secret: string }) => one.secret,
      )
    const all = []
    for (const { id, revision: _revision, created_at: _created, updated_at: _updated, ...members } of items) {
      const headers = members.http_headers.map(
        ({ http_header_id: _id, ...header }: { http_header_id: number }) => header,
      )
      const fallback = names.get(members.fallback_webhook_id)
      all.push({
        ...members,
        fallback_webhook_id: fallback,
        http_headers: headers,
        signing: await signing(id),
      })
    }
    return all.toSorted((one, two) => (one.name < two.name ? -1 : 1))
  }

  it('names each variable that another service needs, and creates nothing without them', async () => {
    const { out: input } = await run('export')
    const { code, err } = await run(
      'apply -f - --yes',
      { input, environment: { PAGER_URL: 'bob:pw' } },
      other,
    )
    const { items } = (await other.call('GET', '/v1/webhooks')).json

    assert.equal(code, 1)
    for (const said of [
      /\.url: has "\*\*\*", .* \(not set in the environment: PAGER_URL_2\)$/m,
      /\.http_header_value: is "\*\*\*", .* \(not set in the environment: PAGER_AUTHORIZATION\)$/m,
      /\.tls\.client_key: is "\*\*\*", .* \(not set in the environment: PAGER_CLIENT_KEY\)$/m,
      /\.signing_secret: is "\*\*\*", .* \(not set in the environment: PAGER_SIGNING_SECRET\)$/m,
      /\.clear_request\.url: has "\*\*\*", .* \(not set in the environment: PRESENT_CLEAR_URL\)$/m,
    ])
      assert.match(err, said)
    assert.deepEqual(items, [])
  })

  it('what is exported and applied elsewhere is the same there, and applied here changes nothing', async () => {
    const { client } = await testCertificates()
    const exported = await run('export')
    const environment = {
      PAGER_URL: 'bob:pw',
      PAGER_URL_2: 't0ken',
      PAGER_AUTHORIZATION: 'Bearer s3cret',
      PAGER_CLIENT_KEY: client.key,
      PAGER_SIGNING_SECRET: SIGNING,
      PRESENT_CLEAR_URL: 'bob:pw',
    }
    const names = [...exported.err.matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name)
    const here = await run('apply -f - --yes', { input: exported.out, environment })
    const there = await run('apply -f - --yes', { input: exported.out, environment }, other)
    const again = await run('apply -f - --yes', { input: exported.out, environment }, other)

    assert.deepEqual(names.toSorted(), Object.keys(environment).toSorted())
    assert.deepEqual([here.code, here.out], [0, '4 unchanged.\nNothing was changed.\n'])
    assert.deepEqual([there.code, there.err], [0, ''])
    assert.match(there.out, /4 created\.\n$/)
    assert.match(again.out, /^4 unchanged\./)
    assert.deepEqual(await comparable(other), await comparable(app))
    const withoutFirstLine = (text: string) => text.replace(/^.*\n/, '')
    assert.equal(withoutFirstLine((await run('export', {}, other)).out), withoutFirstLine(exported.out))
  })

  it('what is exported and applied here without any secret changes nothing, down to the stored rows', async () => {
    const rows = async () => ({
      webhooks: (await app.call('GET', '/v1/webhooks?show=secrets&limit=500')).json.items,
      signing: (await comparable(app)).map(({ signing }) => signing),
      windows: (await app.call('GET', '/v1/windows')).json.items,
      audit: (await app.call('GET', '/v1/audit')).json.items.length,
    })
    await app.call('POST', '/v1/windows', {
      name: 'Sunday',
      match: 'server=~"db-.*"',
      webhook_ids: [1],
      zone: 'Asia/Tokyo',
      begins: '23:30',
      for: '4h',
      repeat: 'FREQ=WEEKLY;BYDAY=SU',
      jobs: 'notify_failures',
      reason: 'costs ${X}',
    })
    const before = await rows()
    for (const line of ['export', 'export --json', 'export --with-secrets']) {
      const { out: input } = await run(line)
      const plan = await run('apply -f - --dry-run --detailed-exitcode', { input })
      const done = await run('apply -f - --prune --yes', { input })

      assert.deepEqual([plan.code, plan.err], [0, ''])
      assert.deepEqual([done.code, done.out], [0, '5 unchanged.\nNothing was changed.\n'])
      assert.deepEqual(await rows(), before)
    }
    const changed = await run('apply -f - --yes', {
      input: (await run('export')).out.replace('timeout: 90s', 'timeout: 91s'),
    })
    const after = await rows()
    const isPager = ({ name }: { name: string }) => name === 'pager'
    const [was, is] = [before, after].map(({ webhooks }) => webhooks.find(isPager))
    assert.match(changed.out, /1 changed/)
    assert.deepEqual({ ...is, timeout: was.timeout, revision: was.revision, updated_at: was.updated_at }, was)
    assert.deepEqual(after.signing, before.signing)
    await app.call('PATCH', `/v1/webhooks/${is.id}`, { timeout: '90s' })
    await app.call('DELETE', '/v1/windows/1')
  })

  it('has no secret in it unless it is asked for them', async () => {
    const { client } = await testCertificates()
    const plain = await run('export')
    const full = await run('export --with-secrets')

    const secrets = ['bob:pw', 't0ken', 's3cret', SIGNING]
    for (const secret of secrets) {
      assert.ok(!plain.out.includes(secret) && !plain.err.includes(secret), secret)
      assert.ok(full.out.includes(secret), secret)
    }
    assert.ok(!full.out.includes(client.key))
    assert.deepEqual(
      [...full.err.matchAll(/^ {2}(\w+)$/gm)].map(([, name]) => name),
      ['PAGER_CLIENT_KEY'],
    )
  })

  it('warns of templates that may hold a secret, for the service hides nothing in them', async () => {
    const template = '{"routing_key": "r0uting", "text": "%AlertName%"}'
    const { id } = (
      await other.call('POST', '/v1/webhooks', {
        name: 'on call',
        url: 'https://h.example/',
        payload_template: template,
      })
    ).json
    const { err } = await run('export', {}, other)
    await other.call('DELETE', `/v1/webhooks/${id}`)

    assert.match(
      err,
      /^Warning: the payload template of "on call" may hold a secret, .* such as \$\{NAME\} in place of each\.$/m,
    )
    assert.doesNotMatch(err, /"pager" may hold/)
  })

  it('warns once of all of them, and not of a template that has nothing but markers', async () => {
    const ids: number[] = []
    const keys = Array.from({ length: 7 }, (_, at) => `${at + 1}. key`)
    for (const name of ['plain one', 'plain two', ...keys]) {
      const template = { payload_template: '{"routing_key": "r0uting", "text": "%AlertName%"}' }
      const body = { name, url: 'https://h.example/', ...(name.endsWith('key') && template) }
      ids.push((await other.call('POST', '/v1/webhooks', body)).json.id)
    }
    const { err } = await run('export', {}, other)
    for (const id of ids) await other.call('DELETE', `/v1/webhooks/${id}`)

    assert.deepEqual(err.match(/^Warning: the payload .*$/gm), [
      'Warning: the payload templates of 7 webhooks may hold secrets, and are in the file as they are ("1. key", "2. key", "3. key", "4. key", "5. key" and 2 more); write a reference such as ${NAME} in place of each.',
    ])
  })

  it('needs the scope secrets:read for secrets, and only for them', async () => {
    const environment = { TOCSIN_TOKEN: await makeToken(app, ['webhooks:read']) }
    const plain = await run('export', { environment })
    const full = await run('export --with-secrets', { environment })

    assert.equal(plain.code, 0)
    assert.deepEqual([full.code, full.out], [1, ''])
    assert.match(full.err, /^This token may not see secrets: --with-secrets needs the scope secrets:read\./)
  })

  it('writes a file that only its owner may read, over one that is there', async () => {
    const file = join(folder, 'webhooks.yaml')
    await writeFile(file, 'old', { mode: 0o644 })
    const { code, out, err } = await run(`export -o ${file}`)

    assert.deepEqual([code, out], [0, ''])
    assert.match(err, /^4 webhooks are in .*webhooks\.yaml\.\nFor these secrets the file has references/)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal(await readFile(file, 'utf8'), (await run('export')).out)
    assert.equal((await run(`export -o ${join(folder, 'no', 'where')}`)).code, 1)
  })

  it('cannot drive the screen that it is shown on, and is as it is in a pipe', async () => {
    const name = 'bell \u009b2J\u202e'
    const { id } = (
      await other.call('POST', '/v1/webhooks', { name: 'x', url: 'https://h.example/', description: name })
    ).json
    const screen = await run('export', { columns: 80 }, other)
    const pipe = await run('export', {}, other)
    await other.call('DELETE', `/v1/webhooks/${id}`)

    assert.ok(!/[\u009b\u202e]/.test(screen.out))
    assert.ok(JSON.stringify(parse(pipe.out)).includes(name))
  })

  it('is tried here with every member that a definition may have', async () => {
    const { json } = await run('export --json')
    const written = new Set(json.webhooks.flatMap((webhook: object) => Object.keys(webhook)))

    assert.deepEqual(
      DEFINITION_MEMBERS.filter((member) => !written.has(member)),
      [],
    )
  })

  it('--json writes the same as JSON', async () => {
    const yaml = parse((await run('export')).out)

    assert.deepEqual((await run('export --json')).json, yaml)
  })

  it('fits the schema that editors are given', async () => {
    const { out: text } = await run('export')
    const address = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? ''
    const schema = await (await fetch(address)).json()
    assert.deepEqual(schema, JSON.parse(await readFile('docs/schema/webhooks.schema.json', 'utf8')))
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
    const { webhooks } = parse((await run('export')).out)

    assert.ok(validate({ webhooks }), JSON.stringify(validate.errors))
    assert.ok(!validate({ webhooks: [{ ...webhooks[0], colour: 'red' }] }))
  })

  it('warns of webhooks that cannot be distinguished by their names', async () => {
    const ids = []
    for (const url of ['https://a.example/', 'https://b.example/']) {
      ids.push((await other.call('POST', '/v1/webhooks', { name: 'same', url })).json.id)
    }
    const { code, err } = await run('export', {}, other)
    for (const id of ids) await other.call('DELETE', `/v1/webhooks/${id}`)

    assert.equal(code, 0)
    assert.match(err, /Warning: 2 webhooks are called "same" \(ids \d+, \d+\); rename all but one/)
  })
})
