import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const COMMANDS = [...readFileSync('docs/api.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
  ([, text = '']) => text,
)

describe('docs/api.md', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  /** The response to the command of the page that has this path, whenever somebody pastes it. */
  async function responseTo(path: string) {
    const command = COMMANDS.find((text) => text.includes(`:8480${path}`))
    assert.ok(command, path)
    const adapted = command.replace('http://127.0.0.1:8480', app.url).replace('curl -s ', 'curl -fsS ')
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', adapted], {
      timeout: 120_000,
      env: { ...process.env, ADMIN: ADMIN_TOKEN, TOKEN: ADMIN_TOKEN },
    })
    return JSON.parse(stdout)
  }

  it('has commands that do what they are there for', async () => {
    assert.match((await responseTo('/v1/tokens')).token, /^tcn_/)
    assert.deepEqual(await responseTo('/v1/deliveries'), { items: [], next: null })
    assert.equal((await responseTo('/v1/alerts')).results[0].result, 'raised')
  })
})
