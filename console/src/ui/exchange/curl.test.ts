import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { toCurl, type HttpRequest } from './curl.ts'

const request: HttpRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:9000/a?b=[1]&c={2}',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: '{"a":1}',
}

/** What a shell makes of the command: the arguments that curl would get. */
async function argumentsOf(command: string): Promise<readonly string[]> {
  const print = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', print], { timeout: 60_000 })
  return stdout.split('\0').slice(0, -1)
}

describe('toCurl', () => {
  it('gives a shell exactly the method, address, headers and body', async () => {
    assert.deepEqual(await argumentsOf(toCurl(request)), [
      '--globoff',
      '--request',
      'POST',
      'http://127.0.0.1:9000/a?b=[1]&c={2}',
      '--header',
      'Content-Type: application/json',
      '--data-raw',
      '{"a":1}',
    ])
  })

  it('runs nothing that stands in a value', async () => {
    const hostile = `it's $(touch stolen) \`id\` "$HOME" \\ \n; rm -rf ~ # '' !!`
    const args = await argumentsOf(
      toCurl({ ...request, body: hostile, headers: [{ name: 'X-A', value: "a'b$(id)" }] }),
    )

    assert.equal(args.at(-1), hostile)
    assert.ok(args.includes("X-A: a'b$(id)"))
  })

  it('leaves out what curl writes itself', () => {
    const command = toCurl({ ...request, headers: [{ name: 'Content-Length', value: '7' }] })

    assert.doesNotMatch(command, /Content-Length/)
  })

  it('keeps a header without a value, and adds no type to a body without one', () => {
    const command = toCurl({ ...request, headers: [{ name: 'X-Empty', value: '' }] })

    assert.match(command, /--header 'X-Empty;'/)
    assert.match(command, /--header 'Content-Type:'/)
  })

  it('sends no body where there is none, and does not wait for one after HEAD', () => {
    const command = toCurl({ ...request, method: 'HEAD', body: '' })

    assert.doesNotMatch(command, /--data|--request/)
    assert.match(command, /--head /)
  })
})
