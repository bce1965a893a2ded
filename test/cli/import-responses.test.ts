import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { testCertificates } from '../support/network/certificates.ts'
import { freePort } from '../support/network/free-port.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin import, from servers that are broken or hostile', () => {
  let app: TestApp
  let foreign: Receiver
  before(async () => {
    app = await startApp({ listen: true })
    foreign = await Receiver.start()
  })
  after(() => Promise.all([app.stop(), foreign.stop()]))

  const run = (line: string) =>
    runTool(words(line), { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const from = () => `import --from ${foreign.url}/pem/api/v15 --token foreign-token`
  const all = async () => (await app.call('GET', '/v1/webhooks')).json.items
  const lists = (body: string, headers: Record<string, string>) =>
    foreign.alwaysRespondsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.end(body)
    })

  for (const { it: about, response, headers = {}, says } of [
    {
      it: 'a page for people',
      response: '<html>Sign in</html>',
      headers: { 'content-type': 'text/html' },
      says: /responded with text\/html, but not with JSON: <html>Sign in<\/html>\nIs --from the address/,
    },
    {
      it: 'no list',
      response: '{"webhooks": 7}',
      says: /responded with JSON, but not with a list of webhooks/,
    },
    { it: 'nothing', response: '', says: /but not with JSON: / },
    {
      it: 'more webhooks than anybody has',
      response: JSON.stringify(Array(10_001).fill(0)),
      says: /lists more than 10000 webhooks/,
    },
    {
      it: 'pages in a circle',
      response: '[]',
      headers: { link: '<?page=2>; rel=next' },
      says: /has no end: its pages lead in a circle/,
    },
    {
      it: 'a page elsewhere',
      response: '[]',
      headers: { link: '<https://evil.example/>; rel="next"' },
      says: /names a next page on another server, https:\/\/evil\.example; it was not asked/,
    },
    {
      it: 'what would drive a terminal',
      response: '\u001b[2J\u0007x',
      says: /not with JSON: \\x1b\[2J\\x07x/,
    },
  ]) {
    it(`${about}: a sentence, and nothing is changed`, async () => {
      lists(response, headers)

      const { code, err } = await run(`${from()} --yes`)

      assert.equal(code, 1)
      assert.match(err, says)
      assert.deepEqual(await all(), [])
    })
  }

  for (const { status, headers = {}, body = '', says } of [
    {
      status: 401,
      body: '{"success": 0, "errormsg": "Token expired"}',
      says: /responded HTTP 401: Token expired\nIts token is given with --token or TOCSIN_FROM_TOKEN/,
    },
    { status: 403, says: /responded HTTP 403\.\nThe token, or its user, may not read webhooks there\./ },
    {
      status: 404,
      body: '<html>\n<body>gone',
      says: /responded HTTP 404: <html> <body>gone\nIs --from the address/,
    },
    {
      status: 308,
      headers: { location: 'https://evil.example/' },
      says: /points to https:\/\/evil\.example\/ \(HTTP 308\), which was not followed/,
    },
    { status: 500, body: 'x'.repeat(5000), says: /responded HTTP 500: x{200}…\n$/ },
  ]) {
    it(`HTTP ${status}: a sentence`, async () => {
      foreign.alwaysRespondsWith((_request, response) => response.writeHead(status, headers).end(body))

      const { code, err } = await run(`${from()} --yes`)

      assert.equal(code, 1)
      assert.match(err, says)
    })
  }

  it('a wrong password: says where it comes from, and nothing of tokens', async () => {
    foreign.alwaysRespondsWith((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"success": 0, "errormsg": "Bad credentials"}')
    })

    const { code, err } = await runTool(words(`import --from ${foreign.url}/pem/api/v15 --user ada`), {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, TOCSIN_FROM_PASSWORD: 'wr0ng' },
    })

    assert.equal(code, 1)
    assert.match(err, /\/pem\/api\/token\/ responded HTTP 401: Bad credentials\nWho asks is said with --user/)
    assert.doesNotMatch(err, /wr0ng|--token/)
  })

  it('says that a server breaks off, or is not there', async () => {
    foreign.alwaysRespondsWith((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('[')
      response.socket?.destroy()
    })
    const broken = await run(`${from()} --yes`)
    const nobody = await run(`import --from http://127.0.0.1:${await freePort()}/api/v15 --token x --yes`)

    assert.deepEqual([broken.code, nobody.code], [1, 1])
    assert.match(broken.err, /\(from --from\) cannot be read: /)
    assert.match(
      nobody.err,
      /^http:\/\/127\.0\.0\.1:\d+ \(from --from\) cannot be read: nothing listens there/,
    )
  })

  it('believes a certificate of its own only with --ca-file', async () => {
    const { local, authority } = await testCertificates()
    const secure = createServer({ cert: local.certificate, key: local.key }, (_request, response) =>
      response.end('[]'),
    )
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-import-'))
    try {
      const file = join(folder, 'ca.pem')
      await writeFile(file, authority.certificate)
      const line = `import --from https://127.0.0.1:${(secure.address() as AddressInfo).port}/api/v15 --token x`
      const doubted = await run(line)
      const believed = await run(`${line} --ca-file ${file}`)

      assert.equal(doubted.code, 1)
      assert.match(doubted.err, /issued by an authority that is not trusted here; name that with --ca-file/)
      assert.deepEqual([believed.code, believed.out], [0, 'There is nothing in it.\nNothing was changed.\n'])
    } finally {
      secure.closeAllConnections()
      await new Promise((resolve) => secure.close(resolve))
      await rm(folder, { recursive: true })
    }
  })
})
