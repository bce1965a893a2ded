import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/time/fake-clock.ts'
import { FailureLimit, FAILURES_MAX } from './failure-limit.ts'

const CLOSED = { code: 'too_many_requests' }

/** The service remembers more. */
const MOST = 100

function setup() {
  const clock = new FakeClock()
  const limit = new FailureLimit(clock, { addressesMax: MOST, secretsMax: MOST })
  const fail = (times: number, address: string) => {
    for (let index = 0; index < times; index += 1) limit.count(address, `wrong ${index}`)
  }
  return { clock, limit, fail }
}

describe('FailureLimit', () => {
  it('after 20 wrong ones within a minute nothing unknown is looked at until it is over', () => {
    const { clock, limit, fail } = setup()
    fail(FAILURES_MAX - 1, 'here')
    limit.check('here', 'x')
    clock.advance(59_000)
    fail(1, 'here')

    assert.throws(() => limit.check('here', 'x'), { ...CLOSED, retryAfterMs: 1_000 })
    limit.check('elsewhere', 'x')
    clock.advance(1_000)
    limit.check('here', 'x')
    fail(1, 'here')
    limit.check('here', 'x')
  })

  it('what was right from there goes on, until it is wrong', () => {
    const { limit, fail } = setup()
    limit.trust('here', 'good', 'token 1')
    fail(FAILURES_MAX, 'here')

    limit.check('here', 'good')
    limit.count('here', 'good')
    assert.throws(() => limit.check('here', 'good'), CLOSED)
  })

  it('who has very many secrets that are right pushes out nobody else', () => {
    const { limit, fail } = setup()
    limit.trust('here', 'good', 'token 1')
    for (let index = 0; index < 2 * MOST; index += 1) limit.trust('here', `session ${index}`, 'token 2')
    fail(FAILURES_MAX, 'here')

    limit.check('here', 'good')
  })

  it('an address over its limit stays so, however many others fail', () => {
    const { limit, fail } = setup()
    fail(FAILURES_MAX, 'here')
    for (let index = 0; index < 2 * MOST; index += 1) fail(1, `address ${index}`)

    assert.throws(() => limit.check('here', 'x'), CLOSED)
  })

  it('while very many are over theirs, whoever comes from elsewhere is looked at', () => {
    const { limit, fail } = setup()
    for (let index = 0; index <= MOST; index += 1) fail(FAILURES_MAX, `address ${index}`)

    limit.check('elsewhere', 'good')
    assert.throws(() => limit.check(`address ${MOST}`, 'x'), CLOSED)
  })

  it('all addresses of one IPv6 /64 are one', () => {
    const { limit } = setup()
    for (let index = 0; index < FAILURES_MAX; index += 1) limit.count(`2001:db8::${index + 1}`, 'x')

    assert.throws(() => limit.check('2001:db8::ffff', 'x'), CLOSED)
    limit.check('2001:db8:0:1::1', 'x')
  })
})
