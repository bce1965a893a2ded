import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin import', () => {
  let app: TestApp
  let foreign: Receiver
  before(async () => {
    app = await startApp({ listen: true, settings: { TOCSIN_DENY_TARGETS: 'forbidden.example' } })
    foreign = await Receiver.start()
  })
  after(() => Promise.all([app.stop(), foreign.stop()]))
  afterEach(async () => {
    for (const { id } of await all()) await app.call('DELETE', `/v1/webhooks/${id}`)
    foreign.requests.length = 0
  })

  const all = async (of = app) => (await of.call('GET', '/v1/webhooks?show=secrets&limit=500')).json.items
  const named = async (name: string) =>
    (await all()).find((webhook: { name: string }) => webhook.name === name)
  const run = (line: string, options: ToolOptions = {}) =>
    runTool(words(line), {
      ...options,
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, ...options.environment },
    })
  const from = (path = '/pem/api/v15') => `import --from ${foreign.url}${path} --token foreign-token`
  const lists = (webhooks: unknown, headers: Record<string, string> = {}) =>
    foreign.alwaysRespondsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.end(typeof webhooks === 'string' ? webhooks : JSON.stringify(webhooks))
    })

  const header = (http_header_key: string, http_header_value: string) => ({
    http_header_id: 31,
    http_header_key,
    http_header_value,
  })
  const webhook = (name: string, members: object = {}) => ({
    id: 7,
    name,
    url: 'https://h.example/',
    enabled: true,
    method: 'POST',
    http_headers: [],
    payload_template: '{"text": "%AlertName%"}',
    low_alert: false,
    med_alert: true,
    high_alert: true,
    cleared_alert: true,
    payload_type: 'ALERT',
    ...members,
  })

  it('copies what another server has, whole, with its own token there; the second time nothing changes', async () => {
    lists([
      webhook('pager', { method: 'PUT', http_headers: [header('Authorization', 'Bearer s3cret')] }),
      webhook('nightly', {
        id: 8,
        enabled: false,
        payload_type: 'JOB',
        url: 'https://h.example/?token=t0ken',
      }),
    ])

    const first = await run(`${from()} --yes`)
    const second = await run(`${from()} --yes`)

    assert.equal(first.code, 0)
    assert.match(first.out, /\+ create {2}pager {2}https:\/\/h\.example\/, medium, high, cleared\n/)
    assert.match(
      first.out,
      /\+ create {2}nightly {2}https:\/\/h\.example\/\?token=\*\*\*, job runs, disabled\n/,
    )
    assert.doesNotMatch(first.out + first.err, /s3cret|t0ken|foreign-token/)
    assert.deepEqual([second.code, second.out], [0, '2 unchanged.\nNothing was changed.\n'])
    const [pager, nightly] = [await named('pager'), await named('nightly')]
    assert.deepEqual(
      [
        pager.method,
        pager.http_headers[0].http_header_value,
        pager.low_alert,
        nightly.enabled,
        nightly.payload_type,
      ],
      ['PUT', 'Bearer s3cret', false, false, 'JOB'],
    )
    const [request] = foreign.requests
    assert.deepEqual(
      [request?.path, request?.headers['x-auth-token'], request?.headers.authorization],
      ['/pem/api/v15/webhook/', 'foreign-token', undefined],
    )
  })

  it('brings the changes of the other server over, and leaves alone what only this service knows', async () => {
    lists([webhook('pager')])
    await run(`${from()} --yes`)
    const { id } = await named('pager')
    await app.call('PATCH', `/v1/webhooks/${id}`, { timeout: '15s', description: 'mine' })
    await app.call('POST', '/v1/webhooks', { name: 'only here', url: 'https://h.example/' })
    lists([webhook('pager', { low_alert: true })])

    const { code, out } = await run(`${from()} --yes`)

    assert.equal(code, 0)
    assert.match(
      out,
      /~ change {2}pager {2}\(\d+\)\n +low_alert: false -> true\n1 to change\.\n1 changed\.\n/,
    )
    const pager = await named('pager')
    assert.deepEqual([pager.low_alert, pager.timeout, pager.description], [true, '15s', 'mine'])
    assert.equal((await all()).length, 2)
  })

  it('copies from another Tocsin, of v15 and v6, by token and by user and password', async () => {
    const other = await startApp({ listen: true })
    try {
      for (const name of ['a', 'b', 'c'])
        await other.call('POST', '/v1/webhooks', {
          name,
          url: `https://bob:pw@h.example/${name}`,
          http_headers: [{ http_header_key: 'X-Key', http_header_value: 's3cret' }],
        })
      const user = 'ada'
      await addUser(other, { name: user, role: 'admin' })
      const v6 = await run(`import --from ${other.url}/api/v6/ --token ${ADMIN_TOKEN} --yes`)
      const v15 = await run(`import --from ${other.url}/api/v15/webhook/ --yes`, {
        environment: { TOCSIN_FROM_TOKEN: ADMIN_TOKEN },
      })
      const byUser = await run(`import --from ${other.url}/api/v15 --user ${user}`, { response: PASSWORD })
      const wrong = await run(`import --from ${other.url}/api/v15 --user ${user}`, {
        environment: { TOCSIN_FROM_PASSWORD: 'wrong' },
      })

      assert.match(v6.out, /^note {6}v6 does not say|\nnote {6}v6 does not say/)
      assert.match(v6.out, /3 created\.\n$/)
      assert.match(v15.out, /^3 unchanged\./)
      assert.match(byUser.out, /^3 unchanged\./)
      assert.match(byUser.err, /^Password of /)
      assert.deepEqual([byUser.code, wrong.code], [0, 1])
      assert.match(wrong.err, /\/api\/token\/ responded HTTP 401: /)
      assert.deepEqual(
        (await all()).map((one: { url: string }) => one.url),
        ['a', 'b', 'c'].map((name) => `https://bob:pw@h.example/${name}`),
      )
    } finally {
      await other.stop()
    }
  })

  it('gives the token back that it got for a user', async () => {
    foreign.respondsWith(
      (_request, response) => response.writeHead(201, { 'x-subject-token': 'short-lived' }).end('{}'),
      (_request, response) => response.end('[]'),
      204,
    )
    const { code } = await run(`import --from ${foreign.url}/pem/api/v15 --user ada --password-file -`, {
      input: 'pw\n',
    })

    assert.equal(code, 0)
    const seen = foreign.requests.map(
      ({ method, path, headers, body }) => `${method} ${path} ${headers['x-auth-token']} ${body}`,
    )
    assert.deepEqual(seen, [
      'POST /pem/api/token/ undefined {"username":"ada","password":"pw"}',
      'GET /pem/api/v15/webhook/ short-lived ',
      'DELETE /pem/api/token/ short-lived ',
    ])
  })

  it('says for each what cannot be carried and why, copies the rest, and tells it by its exit code', async () => {
    lists([
      webhook('good'),
      webhook('framed', { http_headers: [header('Host', 'x')] }),
      webhook('denied', { url: 'https://forbidden.example/' }),
      webhook('twice', { id: 3 }),
      webhook('twice', { id: 4 }),
      webhook('masked', { http_headers: [header('Authorization', '********')] }),
      webhook('odd', { enabled: 'yes' }),
      { id: 12 },
      'x',
    ])

    const { code, out } = await run(`${from()} --yes`)
    const json = await run(`${from()} --yes --json`)

    assert.equal(code, 1)
    assert.match(
      out,
      /! not done framed: http_headers\[0\]\.http_header_key must not be Host: the service sets it itself/,
    )
    assert.match(out, /! not done denied: url /)
    assert.match(out, /! not done twice: name stands for 2 webhooks of the other server \(ids 3, 4\)/)
    assert.match(
      out,
      /! not done masked: header Authorization is hidden by the other server and must be entered again/,
    )
    assert.match(out, /! not done odd: enabled is a text, but must be true or false/)
    assert.match(out, /! not done \(no name, id 12\): /)
    assert.match(out, /! not done \(no name, entry 9\): /)
    assert.match(out, /1 to create, 7 that cannot be done\.\n1 created\.\n$/)
    assert.equal((await all()).length, 1)
    assert.deepEqual([json.code, json.json.unchanged.length, json.json.not_done.length], [1, 1, 7])
  })

  it('a value that was entered again here is kept by the next import', async () => {
    lists([
      webhook('masked', { http_headers: [header('Authorization', 'Bearer ***'), header('X-Team', 'sre')] }),
    ])
    await app.call('POST', '/v1/webhooks', {
      ...webhook('masked', { id: undefined }),
      http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer s3cret' }],
    })

    const { code, out } = await run(`${from()} --yes`)

    assert.equal(code, 0)
    assert.match(out, /header X-Team: none -> X-Team: \*\*\*\n/)
    assert.deepEqual(
      (await named('masked')).http_headers.map((one: { http_header_value: string }) => one.http_header_value),
      ['Bearer s3cret', 'sre'],
    )
  })

  it('tells of markers that are none, and of what the other product has besides', async () => {
    lists([webhook('a', { payload_template: '%AlretName%', oauth: true })])

    const { out } = await run(`${from()} --yes`)

    assert.match(out, /warning {3}a: payload_template: .*%AlretName% is not a marker/)
    assert.match(out, /note {6}1 of the webhooks there has oauth, which is not copied\./)
  })

  it('takes what the list says where a webhook cannot be read alone', async () => {
    const { payload_template: _template, ...partial } = webhook('partial')
    foreign.respondsWith((_request, response) => response.end(JSON.stringify([partial])), 404)

    const { code } = await run(`${from()} --yes`)

    assert.equal(code, 0)
    assert.match((await named('partial')).payload_template, /%AlertID%/)
  })

  it('reads webhooks alone that the list shows only in part, and follows pages', async () => {
    const { http_headers: _headers, payload_template: _template, ...partial } = webhook('partial')
    foreign.respondsWith(
      (_request, response) => {
        response.writeHead(200, { link: '</pem/api/v15/webhook/?page=2>; rel="next"' })
        response.end(JSON.stringify({ items: [partial] }))
      },
      (_request, response) => response.end(JSON.stringify([webhook('second', { id: 8 })])),
      (_request, response) =>
        response.end(JSON.stringify(webhook('partial', { http_headers: [header('A', '1')] }))),
    )

    const { out } = await run(`${from()} --yes`)

    assert.match(out, /2 created\.\n$/)
    assert.deepEqual(
      foreign.requests.map(({ path }) => path),
      ['/pem/api/v15/webhook/', '/pem/api/v15/webhook/?page=2', '/pem/api/v15/webhook/7'],
    )
    assert.equal((await named('partial')).http_headers.length, 1)
  })

  it('asks, and shows without somebody to ask; nothing is changed before', async () => {
    lists([webhook('a')])
    const nobody = await run(from())
    const dry = await run(`${from()} --dry-run --detailed-exitcode`)
    const no = await run(from(), { response: '' })
    const none = await all()
    const yes = await run(from(), { response: 'yes' })

    assert.deepEqual([nobody.code, dry.code, no.code, none.length, yes.code], [3, 3, 1, 0, 0])
    assert.match(nobody.out, /1 to create\.\n$/)
  })

  it('the address and token of this service stand before the command', async () => {
    lists([webhook('a')])
    const argv = words(`--url ${app.url} --token ${ADMIN_TOKEN} ${from()} --yes`)
    const { code } = await runTool(argv)

    assert.equal(code, 0)
    assert.equal(foreign.requests[0]?.headers['x-auth-token'], 'foreign-token')
    assert.ok(await named('a'))
  })

  for (const { argv, says } of [
    { argv: 'import', says: /^Required option '--from <url>' not specified\./ },
    {
      argv: 'import --from here',
      says: /^--from is "here", but must be the address of a server up to the version/,
    },
    { argv: 'import --from https://h.example/', says: /^--from is "https:\/\/h\.example\/", but must be/ },
    { argv: 'import --from https://a:b@h.example/api/v15', says: /^--from must have no user, password/ },
    {
      argv: 'import --from https://h.example/api/v15 --url http://x',
      says: /^Unknown option '--url'\./,
    },
    {
      argv: 'import --from https://h.example/api/v15 --token x --user y',
      says: /^--token and --user cannot both be given\./,
    },
    {
      argv: 'import --from https://h.example/api/v15 --user y',
      says: /^There is nobody to ask for the password/,
    },
    {
      argv: 'import --from https://h.example/api/v15 --ca-file /nonexistent',
      says: /^The file \/nonexistent \(from --ca-file\) is not there/,
    },
  ]) {
    it(`${argv}: a usage mistake`, async () => {
      const { code, err } = await run(argv)

      assert.equal(code, 2)
      assert.match(err, says)
    })
  }
})
