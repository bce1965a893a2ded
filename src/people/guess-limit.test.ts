import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { GuessLimit } from './guess-limit.ts'

const MINUTE_MS = 60_000

function setup() {
  const clock = new FakeClock()
  const limit = new GuessLimit(clock)
  const guessWrong = (times: number, name: string, address = 'anywhere') => {
    for (let index = 0; index < times; index += 1) limit.begin(name, address)
  }
  return { clock, limit, guessWrong }
}

const CLOSED = { code: 'too_many_requests' }

describe('GuessLimit', () => {
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
    const { limit, guessWrong } = setup()
    limit.begin('ada', 'home')
    limit.succeed('ada', 'home')
    guessWrong(10, 'ada', 'elsewhere')

    assert.throws(() => limit.begin('ada', 'elsewhere'), CLOSED)
    limit.begin('ada', 'home')
    guessWrong(9, 'ada', 'home')
    assert.throws(() => limit.begin('ada', 'home'), CLOSED, 'but there too after ten')
  })

  it('a right one counts the wrong ones before it no more', () => {
    const { limit, guessWrong } = setup()
    guessWrong(9, 'ada', 'home')
    limit.begin('ada', 'home')
    limit.succeed('ada', 'home')

    guessWrong(9, 'ada', 'home')
    guessWrong(9, 'ada', 'elsewhere')
  })

  it('what was not looked at is not counted', () => {
    const { limit, guessWrong } = setup()
    for (let index = 0; index < 30; index += 1) {
      limit.begin('ada', 'home')
      limit.undo('ada', 'home')
    }
    guessWrong(9, 'ada', 'home')
  })
})
