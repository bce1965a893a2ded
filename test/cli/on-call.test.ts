import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

/** Commands as somebody on call types them, one after the other. */
describe('tocsin for the person on call', () => {
  let app: TestApp
  let receiver: Receiver
  let isBroken = true
  before(async () => {
    receiver = await Receiver.start()
    receiver.alwaysRespondsWith((request, response) => {
      response.writeHead(request.path === '/pager' && isBroken ? 503 : 200).end()
    })
    app = await startApp({ listen: true, settings: { TOCSIN_RETRY_SCHEDULE: '0s,0s*99' } })
    await app.call('POST', '/v1/webhooks', { name: 'chat', url: `${receiver.url}/chat` })
    await app.call('POST', '/v1/webhooks', { name: 'pager', url: `${receiver.url}/pager` })
    await app.call('POST', '/v1/webhooks', { name: 'spare', url: `${receiver.url}/spare`, enabled: false })
    await app.call('POST', '/v1/alerts', [
      alert('Replication lag', 'pg-1', 'high'),
      alert('Cache is cold', 'pg-2', 'low'),
      alert('Disk is full', 'pg-1', 'high'),
    ])
    await app.call('POST', '/v1/alerts', alert('Disk is full', 'pg-1', 'cleared'))
    await app.call('POST', '/v1/job-runs', [
      {
        job_id: 'backup',
        run_id: '1',
        name: 'Nightly backup',
        status: 'failure',
        server: { name: 'pg-1' },
        labels: { team: 'dba' },
      },
      { job_id: 'vacuum', run_id: '2', name: 'Vacuum', status: 'success', server: { name: 'pg-2' } },
    ])
    await eventually('the pager is paused', async () => {
      const { json } = await app.call('GET', '/v1/webhooks/2/health')
      return json.state === 'paused'
    })
    await eventually('the calls are counted', async () => {
      const { json } = await app.call('GET', '/v1/webhooks/1/health')
      return json.last_accepted_at !== null
    })
  })
  after(() => Promise.all([app.stop(), receiver.stop()]))

  const run = (line: string, options: ToolOptions = {}) =>
    runTool(words(line), { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }, ...options })

  it('alert list: the active ones, the worst first; the others when they are asked for', async () => {
    const active = await run('alert list')
    assert.match(active.out, /^ID .*\n.* high .*Replication lag.*\n.* low .*Cache is cold.*\n$/)

    const cleared = await run('alert list --cleared --server PG-1')
    assert.match(cleared.out, /^ID .*\n.* cleared .*Disk is full.*\n$/)
    assert.equal((await run('alert list --any-state --json')).json.items.length, 3)
  })

  it('job list: what failed, with its server, by label', async () => {
    const { code, out } = await run('job list --status failure --label team=dba')

    assert.equal(code, 0)
    assert.match(out, /^ID .*\n.*failure.*Nightly backup.*pg-1.*\n$/)
    assert.match((await run('job list --label team')).err, /"team", not a label such as team=dba/)
  })

  it('delivery list: the names of event, server and webhook beside their ids', async () => {
    const { out } = await run('delivery list --webhook 1 --server pg-2')

    assert.match(out, /\d+ Cache is cold, pg-2 .*1 chat/)
  })

  it('webhook list: the worst first, what never was called, mode and success', async () => {
    const { out } = await run('webhook list --order worst')
    assert.match(
      out,
      /^ID +NAME +STATE +MODE .*\n +2 +pager +paused +current .*\n +1 +chat .*100 %.*\n +3 +spare .*\n$/,
    )

    assert.match((await run('webhook list --not-called-for 30d')).out, /^ID .*\n +3 +spare .* never .*\n$/)
    const refused = await run('webhook list --not-called-for soon')
    assert.equal(refused.code, 2)
    assert.match(refused.err, /"soon", not a duration such as/)
  })

  it('an option with a typo: the one that is meant', async () => {
    const { code, err } = await run('alert list --sever pg-1')

    assert.equal(code, 2)
    assert.match(err, /--server/)
  })

  it('event explain: a paused receiver, and in how long it is tried again', async () => {
    const { out } = await run('event explain 1')

    assert.match(out, /pending +.*"pager" is paused for \d+ (?:s|min) more/)
    assert.doesNotMatch(out, /\d{4}-\d\d-\d\dT/)
  })

  it('delivery list --follow: what comes, as it comes, until Ctrl-C', async () => {
    const clock = new FakeClock(Date.now())
    const interruption = new AbortController()
    let shown = ''
    const following = run('delivery list --webhook 1 --follow', {
      clock,
      interrupt: interruption.signal,
      onOut: (text) => (shown += text),
    })
    await eventually('the list is there', () => shown.includes('Cache is cold'))
    await app.call('POST', '/v1/alerts', alert('WAL archiving fails', 'pg-3', 'medium'))

    await eventually('the new one is shown', () => {
      clock.advance(2_000)
      return shown.includes('WAL archiving fails')
    })
    interruption.abort()

    assert.equal((await following).code, 0)
    assert.equal(shown.split('WAL archiving fails').length, 2)
  })

  it('webhook resume: a repaired receiver is tried at once', async () => {
    isBroken = false
    const { code, out } = await run('webhook resume 2')

    assert.equal(code, 0)
    assert.match(out, /^Webhook 2 is tried again now: \d+ deliveries are on the way\.\n/)
    await eventually('all of it has arrived', async () => {
      const { json } = await app.call('GET', '/v1/webhooks/2/health')
      return json.state === 'healthy' && json.pending === 0
    })
    const refused = await run('webhook resume 3')
    assert.equal(refused.code, 1)
    assert.match(refused.err, /Webhook 3 is disabled/)
  })

  it('webhook add, edit and list: tags', async () => {
    const added = await run(
      'webhook add --name tagged --url https://h.example/ --tag team=dba --tag env=prod',
    )
    assert.equal(added.code, 0, added.err)
    const { items } = (await app.call('GET', '/v1/webhooks?search=tagged')).json
    assert.deepEqual(items[0].tags, { env: 'prod', team: 'dba' })

    const edited = await run(`webhook edit 1 ${items[0].id} --tag team=night --remove-tag env`)
    assert.equal(edited.code, 0, edited.err)
    assert.match((await run('webhook list --tag team=night')).out, /^ID .*\n.*chat.*\n.*tagged.*\n$/)
    assert.match((await run('webhook show 1')).out, /\ntags +team=night\n/)
    assert.match((await run('webhook edit 1 --tag team')).err, /is "team", not a tag such as team=dba/)
  })

  it('webhook edit: several at once, each named', async () => {
    const { code, out } = await run('webhook edit 1 2 --disabled')

    assert.equal(code, 0)
    assert.match(out, /Webhook 1 .*\n[^]*Webhook 2 /)
    const { json } = await app.call('GET', '/v1/webhooks?enabled=false')
    assert.deepEqual(
      json.items.map(({ id }: { readonly id: number }) => id),
      [1, 2, 3],
    )
  })
})

function alert(name: string, server: string, state: string) {
  return { key: `${name} ${server}`, name, state, server: { name: server } }
}
