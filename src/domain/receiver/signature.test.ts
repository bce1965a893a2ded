import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import type { Instant } from '../instant.ts'
import { finish } from '../steps.ts'
import {
  checkSigningSecret,
  createSigner,
  formatSigningSecret,
  liveSecrets,
  rotateSecrets,
  secretHint,
  type SigningSecret,
  type SignedContent,
} from './signature.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const HOUR_MS = 3_600_000

const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 }).map((array) => Buffer.from(array))
const text = fc.string({ unit: 'binary', maxLength: 300 })

function signing(...secrets: readonly Partial<SigningSecret>[]): readonly SigningSecret[] {
  return secrets.map((given, index) => ({
    id: index + 1,
    secret: formatSigningSecret(Buffer.alloc(32, index + 1)),
    createdAt: NOW,
    expiresAt: null,
    ...given,
  }))
}

/** The public library checks timestamps by the clock of the machine. */
function verify(secret: string, body: string, signature: string, at = Date.now()): void {
  new Webhook(secret).verify(
    body,
    {
      'webhook-id': 'dlv_1',
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': signature,
    },
    { jsonParse: false },
  )
}

function sign(secrets: readonly SigningSecret[], content: SignedContent, now: Instant): string {
  const signer = createSigner(secrets)
  return signer === undefined ? '' : finish(signer(content, now))
}

describe('createSigner', () => {
  it('gives the signature of the example in the specification', () => {
    // standard-webhooks/spec, "Verifying webhook authenticity"; computed there with this secret.
    const [secret] = signing({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
    assert.ok(secret)

    const signature = sign(
      [secret],
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: '1614265330', body: '{"test": 2432232314}' },
      NOW,
    )

    assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('the public library verifies every body under every secret, and no other body', () => {
    fc.assert(
      fc.property(bytes, text, text, (random, body, other) => {
        const secret = formatSigningSecret(random)
        const at = Date.now()
        const timestamp = String(Math.floor(at / 1000))
        const signature = sign(signing({ secret }), { id: 'dlv_1', timestamp, body }, NOW)

        verify(secret, body, signature, at)
        if (Buffer.from(body).equals(Buffer.from(other))) return
        assert.throws(() => verify(secret, other, signature, at), /No matching signature/)
      }),
    )
  })

  it('signs the bytes that are sent, also for halves of characters', () => {
    const secrets = signing({})
    const content = { id: 'dlv_1', timestamp: '1' }
    const half = 'a\ud83d'

    assert.equal(
      sign(secrets, { ...content, body: half }, NOW),
      sign(secrets, { ...content, body: Buffer.from(half).toString('utf8') }, NOW),
    )
  })

  it('gives one signature for each secret that has not expired, the newest first', () => {
    const secrets = signing({ expiresAt: NOW }, { expiresAt: NOW + 1 }, {})
    const content = { id: 'dlv_1', timestamp: '1', body: 'x' }
    const alone = (index: number) => sign(secrets.slice(index, index + 1), content, 0)

    assert.equal(sign(secrets, content, NOW - 1), [2, 1, 0].map(alone).join(' '))
    assert.equal(sign(secrets, content, NOW), [2, 1].map(alone).join(' '))
    assert.equal(sign(secrets, content, NOW + 1), alone(2))
  })

  it('is nothing without secrets', () => {
    assert.equal(createSigner([]), undefined)
  })
})

describe('rotateSecrets', () => {
  it('the new one is without end; older ones end with the overlap, or earlier if they were to', () => {
    const before = signing({ expiresAt: NOW + HOUR_MS }, { expiresAt: NOW + 9 * HOUR_MS }, {})

    const after = rotateSecrets(before, { secret: 'whsec_new', overlapUntil: NOW + 5 * HOUR_MS, now: NOW })

    assert.deepEqual(
      after.map(({ id, expiresAt }) => [id, expiresAt]),
      [
        [4, null],
        [3, NOW + 5 * HOUR_MS],
        [2, NOW + 5 * HOUR_MS],
        [1, NOW + HOUR_MS],
      ],
    )
    assert.deepEqual([after[0]?.secret, after[0]?.createdAt], ['whsec_new', NOW])
  })

  it('drops what has expired, and with no overlap everything but the new one', () => {
    const before = signing({ expiresAt: NOW }, {})

    const overlapping = rotateSecrets(before, { secret: 's', overlapUntil: NOW + 1, now: NOW })
    const hard = rotateSecrets(before, { secret: 's', overlapUntil: NOW, now: NOW })

    assert.deepEqual(
      overlapping.map(({ id }) => id),
      [3, 2],
    )
    assert.deepEqual(
      hard.map(({ id }) => id),
      [3],
    )
  })

  it('after any rotations: exactly one without end, ids unique and growing, nothing lives longer than its overlap', () => {
    const step = fc.record({ waitMs: fc.nat(10_000), overlapMs: fc.nat(10_000) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let now = NOW
        let secrets: readonly SigningSecret[] = []
        for (const { waitMs, overlapMs } of steps) {
          now += waitMs
          const before = secrets
          secrets = rotateSecrets(before, { secret: `${now}`, overlapUntil: now + overlapMs, now })
          for (const old of before) {
            const kept = secrets.find(({ id }) => id === old.id)
            if (kept) assert.ok(kept.expiresAt !== null && kept.expiresAt <= now + overlapMs)
            else assert.ok(overlapMs === 0 || (old.expiresAt !== null && old.expiresAt <= now))
          }
        }
        const ids = secrets.map(({ id }) => id)
        assert.deepEqual(
          ids,
          [...new Set(ids)].toSorted((one, other) => other - one),
        )
        assert.deepEqual(
          secrets.filter(({ expiresAt }) => expiresAt === null).map(({ id }) => id),
          [ids[0]],
        )
        assert.deepEqual(liveSecrets(secrets, now), secrets)
      }),
    )
  })
})

describe('checkSigningSecret', () => {
  it('takes 24 to 64 bytes in whsec_ and base64', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        assert.equal(checkSigningSecret(formatSigningSecret(random)), undefined)
      }),
    )
  })

  for (const { given, why, wanted } of [
    { given: Buffer.alloc(32).toString('base64'), why: 'no prefix', wanted: /must begin with whsec_/ },
    { given: formatSigningSecret(Buffer.alloc(23)), why: 'too short', wanted: /these are 23$/ },
    { given: formatSigningSecret(Buffer.alloc(65)), why: 'too long', wanted: /these are 65$/ },
    { given: 'whsec_', why: 'nothing', wanted: /these are 0$/ },
    { given: formatSigningSecret(Buffer.alloc(32)).slice(0, -1), why: 'no padding', wanted: /padding/ },
    { given: `whsec_${Buffer.alloc(32, 255).toString('base64url')}=`, why: 'base64url', wanted: /padding/ },
    { given: `${formatSigningSecret(Buffer.alloc(32))}\n`, why: 'a line end', wanted: /padding/ },
  ]) {
    it(`refuses ${why}, without repeating it`, () => {
      const verdict = checkSigningSecret(given)

      assert.match(verdict ?? '', wanted)
      assert.ok(given.length < 8 || !verdict?.includes(given.slice(6)))
    })
  }
})

describe('secretHint', () => {
  it('is the last four characters', () => {
    assert.equal(secretHint('whsec_abcdefgh'), 'efgh')
  })
})
