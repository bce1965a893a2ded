import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { systemChance } from '../runtime/clock.ts'
import { PasswordHasher } from './password-hash.ts'

const hasher = new PasswordHasher(systemChance)

describe('PasswordHasher', () => {
  it('keeps no password, never the same hash twice, and knows the right one', async () => {
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')])

    assert.match(one, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    assert.notEqual(one, other)
    assert.deepEqual(
      [await hasher.verify('correct horse', one), await hasher.verify('correct horsf', one)],
      [{ isRight: true }, { isRight: false }],
    )
    assert.equal(hasher.isOutdated(one), false)
  })

  it('knows a password that was typed in another composition of its letters', async () => {
    const stored = await hasher.hash('Zoë und die Äpfel')

    assert.deepEqual(await hasher.verify('Zoe\u0308 und die A\u0308pfel', stored), { isRight: true })
  })

  it('reads hashes with other parameters, and says that they are outdated', async () => {
    const salt = Buffer.alloc(16, 7)
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const key = scryptSync('correct horse', salt, 32, { N: 2 ** 10, r: 8, p: 1 })
    const stored = `$scrypt$ln=10,r=8,p=1$${encode(salt)}$${encode(key)}`

    assert.deepEqual(await hasher.verify('correct horse', stored), { isRight: true })
    assert.equal(hasher.isOutdated(stored), true)
  })

  it('without a password, and with what is no hash, nothing is right', async () => {
    for (const stored of [null, '', 'plain', '$scrypt$ln=15,r=8,p=3$AAAA$AAAA']) {
      assert.deepEqual(await hasher.verify('', stored), { isRight: false })
    }
  })

  it('where there is no password, to say so takes as long as to look at one', async () => {
    const stored = await hasher.hash('correct horse')
    const durationOf = async (stored: string | null) => {
      const startedAt = performance.now()
      await hasher.verify('wrong', stored)
      return performance.now() - startedAt
    }

    // The shortest of some: now and then the machine has something else to do.
    let [known, unknown] = [Infinity, Infinity]
    for (let round = 0; round < 3; round += 1) {
      known = Math.min(known, await durationOf(stored))
      unknown = Math.min(unknown, await durationOf(null))
    }
    // A much shorter time would show strangers which names there are.
    assert.ok(unknown > known / 4, `${unknown} ms and ${known} ms`)
  })

  it('hashes two at once, lets some wait, and refuses the rest until there is room', async () => {
    const results = await Promise.allSettled(Array.from({ length: 36 }, () => hasher.verify('x', CHEAP)))
    const refused = results.filter(({ status }) => status === 'rejected')

    assert.equal(refused.length, 2)
    assert.deepEqual(await hasher.verify('x', CHEAP), { isRight: false })
  })

  it('says to each that has a slot that it will be checked, before anything is; to the rest nothing', async () => {
    const begun: number[] = []
    const all = Array.from({ length: 36 }, (_, index) =>
      hasher.verify('x', CHEAP, { onSlot: () => begun.push(index) }),
    )

    assert.deepEqual(begun, [...Array(34).keys()])
    await Promise.allSettled(all)
    assert.equal(begun.length, 34)
  })

  it('whoever does not want their slot does not take it', async () => {
    const unwanted = () => {
      throw new Error('not wanted')
    }
    const all = Array.from({ length: 100 }, () => hasher.verify('x', CHEAP, { onSlot: unwanted }))
    await Promise.allSettled(all)

    assert.deepEqual(await hasher.verify('x', CHEAP), { isRight: false })
  })

  it('whoever is preferred has a slot beside any number of others, and goes before those that wait', async () => {
    const ended: string[] = []
    const end = (name: string) => () => void ended.push(name)
    const others = Array.from({ length: 34 }, () => hasher.verify('x', CHEAP).then(end('other')))
    const preferred = hasher.verify('x', CHEAP, { isPreferred: true }).then(end('preferred'))
    await Promise.all([preferred, ...others])

    assert.ok(ended.indexOf('preferred') < 5, `after ${ended.indexOf('preferred')} others`)
  })
})

/** Quickly checked. */
const CHEAP = `$scrypt$ln=4,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
