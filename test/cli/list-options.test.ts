import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool } from './run-tool.ts'

const LISTS = [
  'alert list',
  'audit list',
  'delivery list',
  'event list',
  'operation list',
  'preset list',
  'source list',
  'token list',
  'user list',
  'webhook list',
] as const

/** The options of every command: none of them may get into the query of the API. */
describe('every list', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  for (const list of LISTS) {
    it(`tocsin ${list}: takes the service and the form of its output after the command`, async () => {
      const options = ['--url', app.url, '--token', ADMIN_TOKEN]

      const table = await runTool([...list.split(' '), ...options], {})
      const { code, json, err } = await runTool([...list.split(' '), ...options, '--json'], {})

      assert.equal(table.code, 0, table.err)
      assert.equal(code, 0, err)
      assert.ok(Array.isArray(json.items))
    })
  }

  it('tocsin alert list: takes all of them with --all', async () => {
    const { code, err } = await runTool(
      ['alert', 'list', '--all', '--url', app.url, '--token', ADMIN_TOKEN],
      {},
    )

    assert.equal(code, 0, err)
  })
})
