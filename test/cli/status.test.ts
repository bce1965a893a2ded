import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { newWebhook, NOW } from '../support/build.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'
import { runTool, words } from './run-tool.ts'

describe('tocsin status', () => {
  it('tells the database, what waits, and the nodes, with a star for the one that answers', async () => {
    const app = await startApp({ database: 'postgres', listen: true })
    const other = await startApp({
      database: app.database,
      listen: true,
      settings: { TOCSIN_ROLE: 'worker' },
    })
    await app.store.createWebhook(newWebhook({ enabled: false }), NOW)
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN }

    const { code, out } = await runTool(words('status'), { environment })
    const { json } = await runTool(words('status --json'), { environment })
    await other.stop()
    await app.stop()

    assert.equal(code, 0)
    assert.match(
      out,
      new RegExp(`^version +${VERSION.replaceAll('.', '\\.')}\ndatabase +PostgreSQL \\d+\\.\\d+\n`),
    )
    assert.match(out, /^pending +0$/m)
    assert.match(out, /^NODE +HOST +ROLE +VERSION +STARTED +SEEN$/m)
    assert.match(out, /^[0-9a-f]{12}\* .* all /m)
    assert.match(out, /^[0-9a-f]{12} .* worker /m)
    assert.equal(json.nodes.length, 2)
  })
})
