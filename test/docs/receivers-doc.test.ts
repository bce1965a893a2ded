import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { freePort } from '../support/network/free-port.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

const HEADING = '## Checking signatures'

function section(): string {
  const text = readFileSync('docs/receivers.md', 'utf8')
  assert.ok(text.includes(HEADING))
  return text.slice(text.indexOf(HEADING)).split(/\n(?=## )/)[0] ?? ''
}

describe('the receiver in the documents', () => {
  const [example = ''] = [...section().matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  const running: ChildProcess[] = []
  let folder: string
  let app: TestApp
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-receiver-'))
    await writeFile(join(folder, 'receiver.mjs'), example)
    app = await startApp({ listen: true })
  })
  after(async () => {
    for (const child of running) child.kill('SIGKILL')
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const startReceiver = async (port: number, secret: string): Promise<void> => {
    const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: { PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    })
    running.push(child)
    await once(child, 'spawn')
    await eventually('the receiver answers', async () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    )
  }

  it('takes requests that are signed with its secret, also while the secret is changed, and refuses all others', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const path = `/v1/webhooks/${(await app.call('POST', '/v1/webhooks', { name: 'x', url, payload_template: '"ö 🔥"' })).json.id}`
    const { secret } = (await app.call('POST', `${path}/signing/rotate`)).json
    await startReceiver(port, secret)
    const test = async () => (await app.call('POST', `${path}/test`)).json

    const signed = await test()
    await app.call('POST', `${path}/signing/rotate`)
    const overlapping = await test()
    await app.call('POST', `${path}/signing/rotate`, { overlap: '0s' })
    const changed = await test()
    await app.call('DELETE', `${path}/signing`)
    const unsigned = await test()

    assert.deepEqual([signed.outcome, signed.response.status], ['accept', 204])
    assert.deepEqual([overlapping.outcome, overlapping.response.status], ['accept', 204])
    assert.deepEqual(
      [changed.response.status, changed.response.body],
      [401, 'The signature is not that of this request.'],
    )
    assert.deepEqual([unsigned.response.status, unsigned.response.body], [401, 'The request is not signed.'])

    const genuine = new Map<string, string>(
      signed.request.headers.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    const send = async (given: Record<string, string>, body: string = signed.request.body) => {
      const headers = Object.fromEntries([...genuine].filter(([name]) => name.startsWith('webhook-')))
      const response = await fetch(url, { method: 'POST', headers: { ...headers, ...given }, body })
      return [response.status, await response.text()]
    }
    const old = String(Number(genuine.get('webhook-timestamp')) - 301)
    assert.deepEqual(await send({}), [204, ''])
    assert.deepEqual(await send({}, '"ö 🔥" '), [401, 'The signature is not that of this request.'])
    assert.deepEqual(await send({ 'webhook-id': 'dlv_x_2' }), [
      401,
      'The signature is not that of this request.',
    ])
    assert.deepEqual(await send({ 'webhook-timestamp': old }), [401, 'The request was signed too long ago.'])
    assert.deepEqual(await send({ 'webhook-timestamp': 'soon' }), [
      401,
      'The request was signed too long ago.',
    ])
    assert.deepEqual(await send({ 'webhook-signature': 'v1,AAAA v2,x' }), [
      401,
      'The signature is not that of this request.',
    ])
  })
})
