import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, matchOf, noticeOf, type Silence, type SilenceDraft } from './silence.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const HOUR_MS = 3_600_000

const wire = (at: number) => new Date(at).toISOString()

type Alert = Parameters<typeof matchOf>[0]

describe('the matchers of an alert', () => {
  const alert = {
    name: 'Disk "full"',
    server: { name: 'db-1' },
    database: null,
    object: { name: '/var\\lib' },
    labels: { team: 'dba', 'bad name': 'x' },
  }

  it('name what it is about, where it is, and its labels', () => {
    assert.equal(
      matchOf(alert as unknown as Alert),
      'name="Disk \\"full\\"", server="db-1", object="/var\\\\lib", label.team="dba"',
    )
  })

  it('are no more than one group may have', () => {
    const labels = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`l${index}`, 'x']))
    assert.equal(matchOf({ ...alert, labels } as unknown as Alert).split(', ').length, 20)
  })
})

describe('what should be noticed about a silence', () => {
  const silence = (given: Partial<Silence>) =>
    ({
      state: 'active',
      starts_at: wire(NOW - 200 * HOUR_MS),
      ends_at: wire(NOW + 10 * HOUR_MS),
      last_held_at: null,
      ...given,
    }) as Silence
  const cases: readonly (readonly [given: Partial<Silence>, notice: string | undefined])[] = [
    [{ last_held_at: wire(NOW - HOUR_MS) }, undefined],
    [{}, 'idle'],
    [{ last_held_at: wire(NOW - 169 * HOUR_MS) }, 'idle'],
    [{ starts_at: wire(NOW - HOUR_MS) }, undefined],
    [{ ends_at: wire(NOW + HOUR_MS / 2) }, 'ends_soon'],
    [{ state: 'pending', ends_at: wire(NOW + HOUR_MS / 2) }, undefined],
    [{ state: 'expired' }, undefined],
  ]
  for (const [given, notice] of cases) {
    it(`${JSON.stringify(given)}: ${notice ?? 'nothing'}`, () => {
      assert.equal(noticeOf(silence(given), NOW), notice)
    })
  }
})

describe('the body of a silence', () => {
  const draft: SilenceDraft = {
    match: 'server="db-1"',
    everything: false,
    hasBegun: false,
    webhookIds: [],
    begins: 'now',
    startsAt: '',
    length: '2h',
    endsAt: '',
    reason: 'patching',
  }

  it('has a term, or the times of the fields', () => {
    const { match, reason } = draft
    assert.deepEqual(bodyOf(draft), { match, webhook_ids: null, for: '2h', reason })
    const times = { begins: 'at', startsAt: '2026-09-14T05:00', length: 'until', endsAt: '2026-09-14T06:00' }
    const body = bodyOf({ ...draft, ...times, webhookIds: [3] } as SilenceDraft)
    assert.deepEqual(body, {
      match,
      webhook_ids: [3],
      starts_at: new Date('2026-09-14T05:00').toISOString(),
      ends_at: new Date('2026-09-14T06:00').toISOString(),
      reason,
    })
  })

  it('has only the end and the reason once it has begun', () => {
    assert.deepEqual(bodyOf({ ...draft, hasBegun: true }), { for: '2h', reason: 'patching' })
  })
})
