import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { generate } from 'selfsigned'
import { eventually } from '../support/time/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { SERVICE_TOKEN, startService, type Service } from '../support/app/service.ts'

const root = dirname(dirname(import.meta.dirname))
const word = (name: string) => `${name}${randomBytes(9).toString('hex')}`

/** A value for each member that may hold a secret, none of which is to be found anywhere. */
const SECRETS: Record<string, string> = {
  'admin token': SERVICE_TOKEN,
  'encryption key': randomBytes(32).toString('base64'),
  'value of Authorization': word('bearer'),
  'value of a header with a secret name': word('"quoted"/'),
  'value of a header with any name': word('any'),
  'password in the URL': word('password'),
  'path of the URL': randomBytes(13).toString('hex'),
  'query of the URL': word('query'),
}

/** Forms in which a secret could be read. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const user = Buffer.from(`robert:${secret}`).toString('base64')
  return [secret, json, json.replaceAll('/', String.raw`\/`), encodeURIComponent(secret), user]
}

function findSecrets(text: string): readonly string[] {
  return Object.entries(SECRETS).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  )
}

describe('secrets, with the service as a process', () => {
  let folder: string
  let receiver: Receiver
  let service: Service
  /** Every response of the API that was not asked to show secrets. */
  const responses: string[] = []
  let reader: Record<string, string>

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-secrets-'))
    receiver = await Receiver.start()
    // Says everything it got, in body and headers, and fails in each way.
    let count = 0
    receiver.alwaysRespondsWith((request, response) => {
      count += 1
      const echo = JSON.stringify(request).replaceAll('/', count % 2 === 0 ? '/' : String.raw`\/`)
      response.statusCode = [500, 200, 302, 401, 429, 200][count % 6] ?? 200
      response.setHeader('x-echo', String(request.headers['authorization']))
      response.setHeader('location', `${receiver.url}${request.path}`)
      response.end(`${echo} ${String(request.headers['x-api-key'])} ${request.path}`)
    })
    service = await startService({
      folder,
      settings: {
        TOCSIN_ENCRYPTION_KEY: SECRETS['encryption key'] ?? '',
        TOCSIN_LOG_LEVEL: 'debug',
        TOCSIN_RETRY_SCHEDULE: '0s,50ms,50ms,50ms',
      },
    })
  })
  after(async () => {
    await service.kill()
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, body?: unknown, headers = reader) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    responses.push(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${text}`)
    return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const admin = { 'x-auth-token': SERVICE_TOKEN }
  /** Asks for what has a secret, and is not held against the responses that must have none. */
  const secretOf = async (member: string, path: string, body?: object): Promise<string> => {
    const response: unknown = await (await service.request('POST', path, body)).json()
    assert.ok(typeof response === 'object' && response !== null)
    return String(Object.entries(response).find(([name]) => name === member)?.[1])
  }
  const withToken = async (...scopes: readonly string[]) => {
    const token = await secretOf('token', '/v1/tokens', { name: scopes.join(), scopes })
    SECRETS[`token with ${scopes.join()}`] = token
    return { 'x-auth-token': token }
  }
  const addWebhook = async (given: object) => {
    const { json, status } = await call('POST', '/v1/webhooks', { name: 'w', ...given }, admin)
    assert.equal(status, 201, responses.at(-1))
    return json.id
  }

  it('does everything there is to do', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'client' }], {
      keyType: 'ec',
    })
    SECRETS['client key'] = key.split('\n')[1] ?? ''
    reader = await withToken(
      'webhooks:read',
      'webhooks:write',
      'deliveries:read',
      'deliveries:write',
      'events:write',
    )
    const path = `/hooks/${SECRETS['path of the URL']}?token=${SECRETS['query of the URL']}`
    const basic = await addWebhook({
      url: `${receiver.url.replace('//', `//robert:${SECRETS['password in the URL']}@`)}${path}`,
      http_headers: [
        { http_header_key: 'X-Api-Key', http_header_value: SECRETS['value of a header with a secret name'] },
        { http_header_key: 'X-Anything', http_header_value: SECRETS['value of a header with any name'] },
      ],
      tls: { client_certificate: cert, client_key: key },
    })
    const bearer = await addWebhook({
      url: `${receiver.url}${path}`,
      http_headers: [
        {
          http_header_key: 'Authorization',
          http_header_value: `Bearer ${SECRETS['value of Authorization']}`,
        },
      ],
    })
    const gone = await addWebhook({
      url: `http://robert:${SECRETS['password in the URL']}@127.0.0.1:9${path}`,
    })
    for (const id of [basic, bearer]) {
      const secret = await secretOf('secret', `/v1/webhooks/${id}/signing/rotate`)
      SECRETS[`signing secret ${id}`] = secret.replace('whsec_', '')
    }
    for (let index = 0; index < 4; index += 1) {
      await call('POST', '/v1/alerts', { key: `a${index}`, name: 'lag', state: 'high' })
    }
    for (const id of [basic, bearer, gone]) {
      for (let times = 0; times < 6; times += 1) await call('POST', `/v1/webhooks/${id}/test`)
      await call('POST', `/v1/webhooks/${id}/preview`)
      await call('GET', `/v1/webhooks/${id}/signing`)
      await call('GET', `/v1/webhooks/${id}/health`)
    }
    // No receiver responds at the last: if that shows before all are claimed, the others wait for it to be well
    // again.
    await eventually('every delivery has been tried, but for those behind one that failed', async () => {
      const { json } = await call('GET', '/v1/deliveries?limit=500')
      const items: { webhook_id: number; attempts_made: number }[] = json.items
      const tried = items.filter(({ attempts_made }) => attempts_made > 0)
      const isLeft = ({ webhook_id }: { webhook_id: number }) => webhook_id === gone
      return (
        items.length === 12 && tried.some(isLeft) && items.every((one) => tried.includes(one) || isLeft(one))
      )
    })
    await call('POST', '/v1/encryption/rotate', undefined, admin)
    // What a webhook's test sends, at the least; what is delivered may still be on its way.
    assert.ok(receiver.requests.length >= 12)
    assert.deepEqual(findSecrets(JSON.stringify(receiver.requests)).length, 6, 'the receiver did get them')
  })

  it('none is in any read without the scope, nor in the records of what was sent and answered', async () => {
    await call('GET', '/v1/webhooks')
    for (const { id } of (await call('GET', '/v1/webhooks')).json.items)
      await call('GET', `/v1/webhooks/${id}`)
    for (const list of ['alerts', 'events', 'deliveries', 'job-runs']) {
      const { json } = await call('GET', `/v1/${list}?limit=500`)
      for (const { id } of json.items) await call('GET', `/v1/${list}/${id}`)
    }
    for (const path of ['/v1/status', '/metrics', '/readyz', '/docs', '/openapi/v1.json'])
      await call('GET', path)
    for (const path of ['/v1/tokens', '/v1/encryption', '/v1/audit'])
      await call('GET', path, undefined, admin)

    assert.ok(responses.some((text) => text.includes('"***"')))
    assert.ok(responses.filter((text) => text.includes('"response":{')).length > 10)
    for (const text of responses) assert.deepEqual(findSecrets(text), [], text.slice(0, 3000))
  })

  it('none is in a refusal, whatever is wrong', async () => {
    const from = responses.length
    const { json } = await call('GET', '/v1/webhooks')
    const path = `/v1/webhooks/${json.items[0].id}`
    const wrong = { 'x-auth-token': `${SERVICE_TOKEN}x` }
    const header = { http_header_key: 'X Y', http_header_value: `${SECRETS['value of Authorization']}\n` }
    await call('GET', '/v1/webhooks', undefined, wrong)
    await call('GET', `${path}?show=secrets`)
    await call('GET', `${path}/signing/secrets`)
    await call('PATCH', path, { http_headers: [header] })
    await call('PATCH', path, { url: `ftp://robert:${SECRETS['password in the URL']}@h/` })
    await call('PATCH', path, { url: `http://robert:${SECRETS['password in the URL']}@169.254.169.254/` })
    await call('PATCH', path, { url: 7, http_headers: SECRETS['value of Authorization'] })
    await call('PATCH', path, `{"url": "${SECRETS['query of the URL']}`)
    await call('PATCH', path, { tls: SECRETS['client key'] })
    await call('POST', `${path}/signing/rotate`, { secret: `whsec_${SECRETS['value of Authorization']}` })
    await call('POST', `${path}/signing/rotate`, {
      secret: `whsec_${SECRETS[`signing secret ${json.items[0].id}`]}`,
    })
    await call(
      'POST',
      '/v1/webhooks',
      { name: 'x', url: `http://h/?token=${SECRETS['query of the URL']}#x` },
      admin,
    )

    const refusals = responses.slice(from + 1)
    for (const text of refusals) {
      assert.match(text, / (400|401|403|409) /)
      assert.deepEqual(findSecrets(text), [], text)
    }
  })

  it('none is in the log, at any level', async () => {
    // It is written a little later than the responses.
    const written = ['/v1/webhooks/:id/signing/secrets', 'delivery.attempted', 'request.completed']
    await eventually('the log has the attempts and the refusals', () =>
      written.every((word) => service.output().includes(word)),
    )

    assert.deepEqual(findSecrets(service.output()), [])
  })

  it('none is in the files of the database', async () => {
    const files = ['tocsin.db', 'tocsin.db-wal']
      .map((name) => join(folder, name))
      .filter((file) => existsSync(file))
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file)))).toString('latin1')

    assert.ok(bytes.length > 50_000)
    assert.deepEqual(findSecrets(bytes), [])
  })

  it('none is in what a start says that is refused: a bad key, a missing one', async () => {
    await service.stop()
    const passphrase = word('passphrase')
    const start = (settings: Record<string, string>) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'src/main.ts'), 'serve'], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 120_000,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          TOCSIN_LISTEN: '127.0.0.1:0',
          TOCSIN_DATABASE: `sqlite:${join(folder, 'tocsin.db')}`,
          TOCSIN_ADMIN_TOKEN: SERVICE_TOKEN,
          ...settings,
        },
      })
      assert.notEqual(status, 0)
      return stdout + stderr
    }
    const bad = start({ TOCSIN_ENCRYPTION_KEY: passphrase })
    const missing = start({})

    assert.match(bad, /TOCSIN_ENCRYPTION_KEY has a key \(number 1\) that is not 32 bytes/)
    assert.match(
      missing,
      /could not start: .*encrypted with keys that are missing: [0-9a-f]{12}.*TOCSIN_ENCRYPTION_KEY/s,
    )
    for (const text of [bad, missing]) {
      assert.ok(!text.includes(passphrase))
      assert.deepEqual(findSecrets(text), [])
    }
  })
})
