import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'
import { finish } from '../../domain/steps.ts'
import { decodeForeign, FORM_BYTES_MAX, FORM_FIELDS_MAX } from './foreign-body.ts'

const BYTES_MAX = 4 * 1024 * 1024

const decode = async (body: string | Buffer, contentEncoding?: string) =>
  decodeForeign(
    Buffer.from(body),
    {
      contentType: 'application/x-www-form-urlencoded',
      contentEncoding,
      bytesMax: BYTES_MAX,
      onUnpacked: () => undefined,
    },
    (_bytes, steps) => finish(steps),
  )

const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === 'payload_too_large' && message.test(error.message)

describe('a form', () => {
  it('is an object of texts, of which the last of a name counts', async () => {
    assert.deepEqual(await decode('a=1&b=x+y%21&a=2&c&__proto__=3'), { a: '2', b: 'x y!', c: '' })
  })

  it('may have as many fields and bytes as the limits say', async () => {
    const fields = Array.from({ length: FORM_FIELDS_MAX }, (_, index) => `f${index}=`).join('&')
    const form = `${fields}${'x'.repeat(FORM_BYTES_MAX - fields.length)}`

    const taken = await decode(form)

    assert.equal(Object.keys(taken as object).length, FORM_FIELDS_MAX)
  })

  // Parsed first, these would take most of a minute.
  const manyFields = 'a&'.repeat(BYTES_MAX / 2)

  it('of more bytes is refused before anybody parses it, packed or not', async () => {
    await assert.rejects(decode(manyFields), refusal(/4194304 bytes, but may have 262144 at most/))
    await assert.rejects(decode(gzipSync(manyFields), 'gzip'), refusal(/after unpacking/))
  })

  it('of more fields is refused before anybody parses it, packed or not', async () => {
    const fields = manyFields.slice(0, FORM_BYTES_MAX)

    await assert.rejects(decode(fields), refusal(/more than 1000 fields; send fewer/))
    await assert.rejects(decode(gzipSync(fields), 'gzip'), refusal(/more than 1000 fields/))
  })

  it('that is JSON in truth has the limit of JSON', async () => {
    const text = 'x'.repeat(FORM_BYTES_MAX)

    assert.deepEqual(await decode(JSON.stringify({ text })), { text })
  })
})
