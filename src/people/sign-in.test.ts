import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { systemChance } from '../runtime/clock.ts'
import { WRONG_PASSWORDS_MAX } from '../domain/people/password-rules.ts'
import { THROTTLED_NAMES_MAX, createPeople, type PeopleDeps } from './people.ts'
import { signIn } from './sign-in.ts'

/** People without anybody: every name is nobody's. */
function setup(): PeopleDeps {
  const nobody = { findUser: async () => undefined, recordAudit: async () => undefined }
  return createPeople({
    // Nothing else is asked of it by who does not get in.
    store: nobody as unknown as PeopleDeps['store'],
    clock: new FakeClock(),
    chance: systemChance,
    passwordCost: { ln: 4, r: 8, p: 1 },
    sessionMaxMs: 1,
    onPeopleChanged: () => undefined,
  })
}

describe('signing in by a password', () => {
  it('a closed name stays closed while any number of others are refused because too many sign in', async () => {
    const people = setup()
    const codeOf = (name: string) =>
      signIn({ name, password: 'x', kind: 'console', address: 'anywhere', userAgent: '' }, people).then(
        () => 'opened',
        ({ code }) => String(code),
      )
    for (let index = 0; index < WRONG_PASSWORDS_MAX; index += 1) people.throttle.begin('ada', 'anywhere')

    const crowd = Array.from({ length: THROTTLED_NAMES_MAX + 4_000 }, (_, index) => codeOf(`name ${index}`))
    const codes = Map.groupBy(await Promise.all(crowd), (code) => code)

    assert.deepEqual([...codes.keys()].sort(), ['unauthorized', 'unavailable'])
    assert.equal(codes.get('unauthorized')?.length, 34, 'as many as there are slots')
    assert.equal(await codeOf('ada'), 'too_many_requests')
  })
})
