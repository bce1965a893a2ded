import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { WRONG_PASSWORDS_MAX } from '../domain/people/password-rules.ts'
import { GOOD_ADDRESSES_MAX, PasswordThrottle } from './people.ts'

const MINUTE_MS = 60_000

/** The service remembers more. */
const NAMES_MAX = 100

function setup() {
  const clock = new FakeClock()
  const limit = new PasswordThrottle(clock, NAMES_MAX)
  const tryWrong = (times: number, name: string, address = 'anywhere') => {
    for (let index = 0; index < times; index += 1) limit.begin(name, address)
  }
  return { clock, limit, tryWrong }
}

const CLOSED = { code: 'too_many_requests' }

describe('PasswordThrottle', () => {
  it('closes a name after ten wrong passwords, whatever addresses they come from', () => {
    const { clock, limit } = setup()
    for (let index = 0; index < 10; index += 1) limit.begin('Ada', `192.0.2.${index}`)

    assert.throws(() => limit.begin('ada ', '192.0.2.99'), { ...CLOSED, retryAfterMs: MINUTE_MS })
    limit.begin('bob', '192.0.2.0')
    clock.advance(MINUTE_MS)
    limit.begin('ada', '192.0.2.99')
    assert.throws(() => limit.begin('ada', '192.0.2.99'), { ...CLOSED, retryAfterMs: 2 * MINUTE_MS })
  })

  it('does not close it for the address from which it was right before', () => {
    const { limit, tryWrong } = setup()
    limit.begin('ada', 'home')
    limit.succeed('ada', 'home')
    tryWrong(10, 'ada', 'elsewhere')

    assert.throws(() => limit.begin('ada', 'elsewhere'), CLOSED)
    limit.begin('ada', 'home')
    tryWrong(9, 'ada', 'home')
    assert.throws(() => limit.begin('ada', 'home'), CLOSED, 'but there too after ten')
  })

  it('a right one counts the wrong ones before it no more', () => {
    const { limit, tryWrong } = setup()
    tryWrong(9, 'ada', 'home')
    limit.begin('ada', 'home')
    limit.succeed('ada', 'home')

    tryWrong(9, 'ada', 'home')
    assert.doesNotThrow(() => limit.begin('ada', 'home'), 'its tenth')
    tryWrong(9, 'ada', 'elsewhere')
    assert.doesNotThrow(() => limit.begin('ada', 'elsewhere'), 'its tenth')
    for (const address of ['home', 'elsewhere']) assert.throws(() => limit.begin('ada', address), CLOSED)
  })

  it('what was not looked at is not counted', () => {
    const { limit, tryWrong } = setup()
    for (let index = 0; index < 30; index += 1) {
      limit.begin('ada', 'home')
      limit.undo('ada', 'home')
    }

    tryWrong(9, 'ada', 'home')
    assert.doesNotThrow(() => limit.begin('ada', 'home'), 'the tenth that counts')
    assert.throws(() => limit.begin('ada', 'home'), CLOSED)
  })

  it('of IPv6 all addresses of one /64 are one, and IPv4 is the same in either form', () => {
    const { limit, tryWrong } = setup()
    limit.succeed('ada', '2001:db8::7')
    limit.succeed('bob', '198.51.100.7')
    tryWrong(10, 'ada', 'elsewhere')
    tryWrong(10, 'bob', 'elsewhere')

    limit.begin('ada', '2001:db8::8')
    limit.begin('bob', '::ffff:198.51.100.7')
    assert.throws(() => limit.begin('ada', '2001:db8:0:1::7'), CLOSED)
  })

  it('a closed name stays closed, and a counted one counted, however many others are tried', () => {
    const { limit, tryWrong } = setup()
    tryWrong(WRONG_PASSWORDS_MAX, 'ada')
    tryWrong(WRONG_PASSWORDS_MAX - 1, 'bob')
    for (let index = 0; index < 2 * NAMES_MAX; index += 1) limit.begin(`name ${index}`, 'elsewhere')

    assert.throws(() => limit.begin('ada', 'elsewhere'), CLOSED)
    limit.begin('bob', 'elsewhere')
    assert.throws(() => limit.begin('bob', 'elsewhere'), CLOSED)
  })

  it('while all that are remembered are closed no other is tried, but for who was right from there before', () => {
    const { clock, limit, tryWrong } = setup()
    limit.succeed('ada', 'home')
    for (let index = 0; index < NAMES_MAX; index += 1) tryWrong(WRONG_PASSWORDS_MAX, `name ${index}`)

    assert.throws(() => limit.begin('bob', 'home'), { ...CLOSED, retryAfterMs: MINUTE_MS })
    assert.throws(() => limit.begin('ada', 'elsewhere'), CLOSED)
    limit.begin('ada', 'home')
    assert.throws(() => limit.begin('name 0', 'home'), CLOSED)
    clock.advance(MINUTE_MS)
    limit.begin('bob', 'home')
  })

  it('remembers some good addresses of each name, and nobody can push out those of another', () => {
    const { limit, tryWrong } = setup()
    limit.succeed('ada', 'home')
    for (let index = 0; index < 2 * NAMES_MAX; index += 1) limit.succeed('eve', `address ${index}`)
    tryWrong(WRONG_PASSWORDS_MAX, 'ada', 'elsewhere')
    limit.begin('ada', 'home')

    assert.equal(limit.isGood('eve', `address ${2 * NAMES_MAX - GOOD_ADDRESSES_MAX}`), true)
    assert.equal(limit.isGood('eve', `address ${2 * NAMES_MAX - GOOD_ADDRESSES_MAX - 1}`), false)
  })
})
