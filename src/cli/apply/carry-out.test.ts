import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CliError, failure } from '../program/cli-error.ts'
import type { ApiRequest } from '../client/api-client.ts'
import { REQUESTS_AT_ONCE } from '../definitions/at-once.ts'
import { carryOut } from './carry-out.ts'
import type { Step } from './definition-plan.ts'

/** A service that answers so many creations, and from then on with `error`. */
function serviceUntil(createdMax: number, error: CliError) {
  let created = 0
  return {
    send: async ({ method }: ApiRequest) => {
      if (method === 'GET') return { text: '', json: { items: [] }, etag: undefined, headers: new Headers() }
      if (created >= createdMax) throw error
      created += 1
      return { text: '', json: { id: created }, etag: '"1"', headers: new Headers() }
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
    stored: [],
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

  it('two at once make each webhook once', async () => {
    const there = new Map<number, string>()
    let last = 0
    const client = {
      send: async ({ method, path, body }: ApiRequest) => {
        await new Promise((resolve) => setImmediate(resolve))
        if (method === 'DELETE') there.delete(Number(path.split('/').at(-1)))
        if (method !== 'POST') {
          const items = [...there].map(([id, name]) => ({ id, name }))
          return { text: '', json: { items }, etag: undefined, headers: new Headers() }
        }
        last += 1
        there.set(last, (body as { name: string }).name)
        return { text: '', json: { id: last }, etag: '"1"', headers: new Headers() }
      },
    }
    const options = { client, stored: [], stop: new AbortController().signal, onDone: () => undefined }

    const [one, other] = await Promise.all([carryOut(STEPS, options), carryOut(STEPS, options)])

    assert.deepEqual([...there.values()].toSorted(), STEPS.map(nameOf).toSorted())
    assert.equal(one.created + other.created, STEPS.length)
    assert.equal(one.failures.length + other.failures.length, STEPS.length)
    assert.match(
      [...one.failures, ...other.failures][0]?.message ?? '',
      /^Somebody made a webhook of this name/,
    )
  })

  it('goes on when the service refuses one', async () => {
    const { failures, leftOut } = await run(
      new CliError('There are too many.', { exitCode: 1, title: 'No', status: 409 }),
    )

    assert.equal(failures.length, 400)
    assert.equal(leftOut, 0)
  })
})

function nameOf(step: Step): string {
  return step.kind === 'create' ? step.definition.name : ''
}
