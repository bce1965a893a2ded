import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { root } from '../../scripts/find-node.mjs'
import { serveApp, type ServedApp } from '../support/app/served-app.ts'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { freePort } from '../support/network/free-port.ts'
import { eventually } from '../support/time/eventually.ts'
import { missing, run } from './support/packages.ts'
import { pythonProgram } from './support/python-program.ts'

describe('clients and receivers in other languages', { skip: missing('go', 'python3') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-clients-'))
  let app: ServedApp
  before(async () => {
    app = await serveApp()
  })
  after(async () => {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('openapi-python-client makes a client of each document, without a warning', () => {
    const generator = pythonProgram('openapi-python-client', '0.29.1')
    const env = { ...process.env, PATH: `${dirname(generator)}:${process.env['PATH']}` }
    for (const document of ['v1', 'v15', 'v6']) {
      const config = join(root, 'clients/python/openapi-python-client.yaml')
      const from = ['--path', join(root, `openapi/${document}.json`), '--config', config]
      const to = ['--output-path', join(folder, document), '--fail-on-warning']
      assert.doesNotMatch(run(generator, ['generate', ...from, ...to], { env }), /warning/i)
    }
  })

  it('the generated client works', async () => {
    const generator = pythonProgram('openapi-python-client', '0.29.1')
    await app.call('POST', '/v1/webhooks', { name: 'seen from Python', url: 'http://127.0.0.1:9/' })
    const script = `
from tocsin_native_interface_client import AuthenticatedClient
from tocsin_native_interface_client.api.webhooks import list_webhooks
client = AuthenticatedClient(base_url="${new URL(app.url).origin}", token="${SERVICE_TOKEN}")
print([webhook.name for webhook in list_webhooks.sync(client=client).items])`
    const python = join(dirname(generator), 'python')

    const written = run(python, ['-c', script], { env: { ...process.env, PYTHONPATH: join(folder, 'v1') } })
    assert.equal(written.trim(), "['seen from Python']")
  })

  const receivers = join(root, 'examples/receivers')
  for (const [language, command] of [
    ['TypeScript', () => [process.execPath, join(receivers, 'receiver.ts')]],
    [
      'Python',
      () => [
        join(dirname(pythonProgram('standardwebhooks', '1.1.0')), 'python'),
        join(receivers, 'receiver.py'),
      ],
    ],
    ['Go', () => [buildGo(join(receivers, 'go'), join(folder, 'receiver'))]],
  ] as const) {
    it(`the receiver in ${language} takes what is signed, and nothing else`, async (t) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/`
      const name = `signed for ${language}`
      const { id } = (await app.call('POST', '/v1/webhooks', { name, url })).json as { readonly id: number }
      const { secret } = (await app.call('POST', `/v1/webhooks/${id}/signing/rotate`, {})).json as {
        readonly secret: string
      }
      await startReceiver(t, command(), { WEBHOOK_SECRET: secret, PORT: String(port) })

      await eventually(
        'it listens',
        async () => (await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined))?.status === 401,
      )
      const inChunks = new ReadableStream({ start: (stream) => (stream.enqueue('{}'), stream.close()) })
      const chunked = await fetch(url, { method: 'POST', body: inChunks, duplex: 'half' })
      assert.equal(chunked.status, language === 'Python' ? 411 : 401)
      const tested = await app.call('POST', `/v1/webhooks/${id}/test`, {})
      assert.equal(
        (tested.json as { readonly response?: { readonly status: number } }).response?.status,
        204,
        tested.text,
      )
    })
  }
})

function buildGo(folder: string, program: string): string {
  run('go', ['build', '-o', program, '.'], { cwd: folder })
  return program
}

async function startReceiver(
  t: TestContext,
  [file = '', ...argv]: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(file, argv, { env: { ...process.env, ...variables }, stdio: 'ignore' })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
}
