import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Receiver } from '../support/network/receiver.ts'
import { runTool } from './run-tool.ts'

/** Responds as the service would, or as something that is not the service. */
function response(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  return (_request: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers }).end(body)
  }
}

function problem(status: number, title: string, detail: string, errors: readonly object[] = []): string {
  return JSON.stringify({ type: 'urn:tocsin:problem:x', title, status, detail, errors })
}

describe('when the service says no', () => {
  let service: Receiver
  before(async () => {
    service = await Receiver.start()
  })
  after(() => service.stop())
  beforeEach(() => {
    service.requests.length = 0
  })
  const run = (argv: readonly string[]) =>
    runTool(argv, { environment: { TOCSIN_URL: service.url, TOCSIN_TOKEN: 'tcn_test' } })

  it('the detail and each wrong field are said, and the exit code is 1', async () => {
    const errors = [
      { path: 'name', message: 'must not be empty' },
      { path: 'http_headers[0].http_header_key', message: 'is required' },
    ]
    service.respondsWith(response(400, problem(400, 'Invalid request', 'Two fields are wrong.', errors)))

    const { code, out, err } = await run(['webhook', 'add', '--name', '', '--url', 'http://x'])

    assert.equal(code, 1)
    assert.equal(out, '')
    assert.equal(
      err,
      'Two fields are wrong.\n  name: must not be empty\n  http_headers[0].http_header_key: is required\n',
    )
  })

  it('what is wrong is not said twice when the detail only repeats the fields', async () => {
    const errors = [{ path: 'name', message: 'must not be empty' }]
    service.respondsWith(response(400, problem(400, 'Invalid request', 'name: must not be empty', errors)))

    const { err } = await run(['webhook', 'list'])

    assert.equal(err, 'Invalid request:\n  name: must not be empty\n')
  })

  it('with --json its problem document comes unchanged on stderr', async () => {
    const text = problem(404, 'Not found', 'There is no webhook 7.')
    service.respondsWith(response(404, text))

    const { code, out, err } = await run(['webhook', 'show', '7', '--json'])

    assert.deepEqual({ code, out, err }, { code: 1, out: '', err: `${text}\n` })
  })

  it('a refused token is named by where it came from, never by what it is', async () => {
    service.respondsWith(response(401, problem(401, 'Unauthorized', 'The token is not known here.')))

    const { err } = await run(['token', 'list'])

    assert.equal(err, 'The token is not known here.\nThe token came from TOCSIN_TOKEN.\n')
  })

  it('without a token it says how one is given', async () => {
    service.respondsWith(response(401, problem(401, 'Unauthorized', 'A token is required.')))

    const { err } = await runTool(['token', 'list', '--url', service.url])

    assert.match(err, /No token was found: give --token or --token-file, set TOCSIN_TOKEN/)
    assert.equal(service.requests[0]?.headers.authorization, undefined)
  })

  it('says how long the service asks to wait', async () => {
    service.respondsWith(
      response(503, problem(503, 'Service unavailable', 'Overloaded.'), { 'retry-after': '7' }),
    )

    const { err } = await run(['webhook', 'list'])

    assert.equal(err, 'Overloaded.\nThe service asks to wait 7 s before the next try.\n')
  })

  it('follows no redirect: the token was not meant for anybody else', async () => {
    const elsewhere = await Receiver.start()
    const { url } = elsewhere
    service.respondsWith(response(302, '', { location: url }))

    const { code, err } = await run(['webhook', 'list'])
    await elsewhere.stop()

    assert.equal(code, 1)
    assert.ok(err.startsWith(`${service.url} responded HTTP 302 and points to ${url}.`), err)
    assert.equal(elsewhere.requests.length, 0)
  })

  it('a response that is not JSON is not taken for one', async () => {
    service.respondsWith(response(200, '<html>welcome</html>'))

    const { code, err } = await run(['webhook', 'list'])

    assert.equal(code, 1)
    assert.match(err, /responded, but not with the JSON of Tocsin\.\nIs this the address of Tocsin/)
  })

  it('a hostile text cannot drive the terminal', async () => {
    service.respondsWith(
      response(404, problem(404, 'Not found', 'gone\u001b[2J\nTransfer complete.\u009b1A')),
    )

    const { err } = await run(['webhook', 'show', '1'])

    assert.equal(err, 'gone\\x1b[2J\nTransfer complete.\\x9b1A\n')
  })

  it('a connection that breaks in the middle of a response is an error, not half a response', async () => {
    service.respondsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"items": [')
      setImmediate(() => response.destroy())
    })

    const { code, out, err } = await run(['webhook', 'list', '--json'])

    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(JSON.parse(err).detail, /^The connection to http:\/\/127\.0\.0\.1:\d+ broke: /)
  })

  it('an edit that lost against another says what to do', async () => {
    service.respondsWith(
      response(200, '{"id": 1, "http_headers": []}', { etag: '"3"' }),
      response(412, problem(412, 'Precondition failed', 'The webhook changed since it was read.')),
    )

    const { code, err } = await run(['webhook', 'edit', '1', '--disabled'])

    assert.equal(code, 1)
    assert.match(err, /Somebody else changed it in this moment; look at it, and run the command again\./)
    assert.equal(service.requests[1]?.headers['if-match'], '"3"')
    assert.equal(service.requests[1]?.body, '{"enabled":false}')
  })

  it('a retry of several names the one that could not be, and goes on', async () => {
    service.respondsWith(
      response(409, problem(409, 'Conflict', 'Delivery 4 is under way.')),
      response(200, '{"id": 5, "state": "pending"}'),
    )

    const { code, out, err } = await run(['delivery', 'retry', '4', '5'])

    assert.equal(code, 1)
    assert.equal(err, 'Delivery 4 is under way.\n')
    assert.equal(out, 'Delivery 5: pending\n')
  })
})

describe('when there is no service', () => {
  it('says which address was asked, and how to start one', async () => {
    const gone = await Receiver.start()
    const { url } = gone
    await gone.stop()

    const { code, err } = await runTool(['webhook', 'list', '--url', url])

    assert.equal(code, 1)
    assert.ok(err.startsWith(`${url} cannot be reached: nothing listens there (connection refused).\n`), err)
    assert.match(err, /The address came from --url; a service is started with: tocsin serve --listen/)
  })
})
