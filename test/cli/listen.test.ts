import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as nextTurn } from 'node:timers/promises'
import { eventually } from '../support/time/eventually.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { runTool, type ToolOptions } from './run-tool.ts'

/** Starts `tocsin listen` on a free port; resolves with its address as soon as it listens. */
async function startListening(argv: readonly string[], options: ToolOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const ended = runTool(['listen', '--port', '0', ...argv], {
    ...options,
    onErr: (text) => {
      const url = /(http:\S+) until/.exec(text)?.[1]
      if (url !== undefined) resolve(url)
    },
  })
  return { url: await promise, ended }
}

describe('tocsin listen', () => {
  it('prints each request readably, responds as asked, and ends after --count', async () => {
    const { url, ended } = await startListening(['--status', '503,200', '--count', '3'])

    const statuses: number[] = []
    for (const body of ['{"a": 1}', 'plain', '']) {
      const response = await fetch(`${url}hook?x=1`, { method: 'POST', body, headers: { 'x-team': 'dba' } })
      statuses.push(response.status)
    }
    const { code, out, err } = await ended

    assert.deepEqual(statuses, [503, 200, 200])
    assert.equal(code, 0)
    assert.ok(err.includes(`tocsin webhook add --name try-out --url ${url}`))
    assert.match(out, /^#1 POST \/hook\?x=1 {2}\d\d:\d\d:\d\d UTC {2}responded 503\n/)
    assert.match(out, /\n {2}x-team: dba\n/)
    assert.match(out, /\n {2}\{\n {4}"a": 1\n {2}\}\n/)
    assert.match(out, /\n#2 POST .*responded 200\n/)
    assert.match(out, /\n {2}plain\n/)
    assert.doesNotMatch(out, /accept-encoding/i)
  })

  it('responds with the given body, for receivers whose response has to say something', async () => {
    const { url, ended } = await startListening(['--response', '{"ok": true}', '--count', '1'])

    assert.deepEqual(await (await fetch(url, { method: 'POST' })).json(), { ok: true })
    assert.equal((await ended).code, 0)
  })

  it('lets no body drive the terminal', async () => {
    const { url, ended } = await startListening(['--count', '1'])

    await fetch(url, { method: 'POST', body: '\u001b[2J\u001b]0;owned\u0007\r\n#2 POST /fake' })
    const { out } = await ended

    assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u)
    assert.match(out, /\n {2}\\x1b\[2J\\x1b\]0;owned\\x07\n {2}#2 POST \/fake\n/)
  })

  it('keeps a bounded part of a body without bound', async () => {
    const { url, ended } = await startListening(['--count', '1', '--json'])

    await fetch(url, { method: 'POST', body: 'x'.repeat(3 * 1024 ** 2) })
    const { json } = await ended

    assert.equal(json.body.length, 1024 ** 2)
    assert.deepEqual([json.body_bytes, json.body_truncated], [3 * 1024 ** 2, true])
  })

  it('with --json it is one line for each request', async () => {
    const { url, ended } = await startListening(['--count', '2', '--json'])

    await fetch(`${url}a`, { method: 'PUT', body: 'one\ntwo' })
    await fetch(`${url}b`)
    const { out } = await ended

    const calls = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      calls.map(({ method, path, body, response_status }) => [method, path, body, response_status]),
      [
        ['PUT', '/a', 'one\ntwo', 200],
        ['GET', '/b', '', 200],
      ],
    )
  })

  it('waits before it answers, and not longer than Ctrl-C', async () => {
    const clock = new FakeClock()
    const interrupt = new AbortController()
    let printed = ''
    const { url, ended } = await startListening(['--delay', '2s'], {
      clock,
      interrupt: interrupt.signal,
      onOut: (text) => void (printed += text),
    })

    const slow = fetch(url)
    await eventually('the first request', () => printed.includes('#1'))
    assert.equal(await Promise.race([slow, nextTurn(20, 'no response yet')]), 'no response yet')
    clock.advance(2000)
    assert.equal((await slow).status, 200)

    const hanging = fetch(url).catch(() => 'broken off')
    await eventually('the second request', () => printed.includes('#2'))
    interrupt.abort()
    assert.equal((await ended).code, 0)
    await hanging
  })

  it('says so when the port is taken', async () => {
    const interrupt = new AbortController()
    const { url, ended } = await startListening([], { interrupt: interrupt.signal })

    const second = await runTool(['listen', '--port', new URL(url).port])
    interrupt.abort()
    await ended

    assert.equal(second.code, 1)
    assert.match(second.err, /^Port \d+ cannot be listened on: .*EADDRINUSE.*\nTake another one with --port/)
  })
})
