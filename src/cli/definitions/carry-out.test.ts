import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CliError, failure } from '../cli-error.ts'
import type { ApiRequest } from '../api-client.ts'
import { REQUESTS_AT_ONCE } from './at-once.ts'
import { carryOut } from './carry-out.ts'
import type { Step } from './definition-plan.ts'

/** A service that answers so many creations, and from then on with `error`. */
function serviceUntil(createdMax: number, error: CliError) {
  let created = 0
  return {
    send: async ({ method }: ApiRequest) => {
      if (method === 'GET') return { text: '', json: { items: [] }, etag: undefined }
      if (created >= createdMax) throw error
      created += 1
      return { text: '', json: { id: created }, etag: '"1"' }
    },
  }
}

const STEPS = Array.from({ length: 500 }, (_, index): Step => {
  const definition = { name: `h${index}`, members: { url: 'https://h.example/' } }
  return { kind: 'create', definition }
})

const run = (error: CliError) =>
  carryOut(STEPS, {
    client: serviceUntil(100, error),
    present: [],
    stop: new AbortController().signal,
    onDone: () => undefined,
  })

describe('carryOut', () => {
  for (const { it: about, error } of [
    { it: 'is gone', error: failure('It cannot be reached.', [], new Error('ECONNREFUSED')) },
    {
      it: 'knows the token no more',
      error: new CliError('Revoked.', { exitCode: 1, title: 'No', status: 401 }),
    },
  ]) {
    it(`begins nothing more when the service ${about}`, async () => {
      const { created, failures, leftOut } = await run(error)

      assert.equal(created, 100)
      assert.ok(failures.length >= 1 && failures.length <= REQUESTS_AT_ONCE, `${failures.length} failed`)
      assert.equal(leftOut, 400 - failures.length)
    })
  }

  it('goes on when the service refuses one', async () => {
    const { failures, leftOut } = await run(
      new CliError('There are too many.', { exitCode: 1, title: 'No', status: 409 }),
    )

    assert.equal(failures.length, 400)
    assert.equal(leftOut, 0)
  })
})
