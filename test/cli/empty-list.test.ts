import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeToken } from '../support/app/make-token.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('a list without lines', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  const said = async (line: string, token = ADMIN_TOKEN) => {
    const { out, err } = await runTool(words(line), {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: token },
    })
    return out + err
  }

  it('says that there is nothing yet, and how to get the first one, with a filter as well', async () => {
    const remedy = 'There are no webhooks. Add one with: tocsin webhook add --name NAME --url URL\n'

    assert.equal(await said('webhook list'), remedy)
    assert.equal(await said('webhook list --tag team=zzz'), remedy)
    assert.equal(await said('alert list'), 'There are no alerts. Report one with: tocsin alert send\n')
    assert.equal(await said('silence list'), 'There are no silences. Add one with: tocsin silence add\n')
    assert.equal(await said('webhook list --tag team=zzz --json'), '{"items":[],"next":null}\n')
  })

  it('says that nothing fits the options, as they were given, or that what they name is not there', async () => {
    const tags = { team: 'dba' }
    await app.call('POST', '/v1/webhooks', { name: 'one', url: 'https://h.example/', tags })
    const alert = { key: 'k', name: 'n', state: 'high' }
    await app.call('POST', '/v1/alerts', alert)
    await app.call('POST', '/v1/alerts', { ...alert, state: 'cleared' })

    assert.equal(
      await said('webhook list --order worst --tag team=zzz --tag env=prod'),
      'No webhook fits --tag team=zzz,env=prod; there are others.\n',
    )
    assert.equal(
      await said('alert list'),
      'No alert is active. All that cleared: tocsin alert list --cleared\n',
    )
    assert.equal(await said('delivery list --webhook 999'), 'There is no webhook 999.\n')
    assert.equal(await said('event list --alert 999'), 'There is no alert 999.\n')
    assert.match(await said('delivery list --state failed'), /^No delivery fits --state failed; there are/)
  })

  it('says nothing about what the token may not see', async () => {
    const token = await makeToken(app, ['deliveries:read'])

    assert.match(
      await said('delivery list --state failed --webhook 999', token),
      /^No delivery fits --state failed --webhook 999; there are others\.\n$/,
    )
    assert.match(await said('webhook list', token), /webhooks:read/)
  })
})
