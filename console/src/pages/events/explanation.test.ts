import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type NotNotified, remedyOf as remedyOfAll, type Subject } from './explanation.ts'

function notNotified(id: number, reason: NotNotified['reason']): NotNotified {
  const fixed = { silence_id: null, changed_since: false, deleted: false, sentence: '' }
  return { webhook_id: id, name: `hook ${id}`, reason, ...fixed }
}

/** As the service counts them. */
function countsOf(all: readonly NotNotified[]) {
  const counts = {
    disabled: 0,
    state: 0,
    match: 0,
    acknowledgements: 0,
    maintenance_windows: 0,
    taken_by_others: 0,
    silenced: 0,
    not_kept: 0,
    unknown: 0,
    already_in_sync: 0,
    made_later: 0,
    payload_type: 0,
  }
  for (const { reason } of all) counts[reason] += 1
  return counts
}

function remedyOf(all: readonly NotNotified[], subject: Subject) {
  return remedyOfAll(all, countsOf(all), subject)
}

const high = { kind: 'alert', state: 'high' } as const

describe('the remedy when nobody was notified', () => {
  it('without any webhook, one is missing', () => {
    assert.deepEqual(remedyOf([], high), {
      sentence: 'There is no webhook yet.',
      webhooks: [],
      missing: 'ALERT',
    })
  })

  it('with webhooks of the other kind only, one of this kind is missing', () => {
    assert.equal(remedyOf([notNotified(1, 'payload_type')], { kind: 'job_run' }).missing, 'JOB')
    assert.match(remedyOf([notNotified(1, 'payload_type')], high).sentence, /no webhook for alerts/)
  })

  it('counts webhooks whose matchers it does not meet', () => {
    const remedy = remedyOf([notNotified(1, 'match'), notNotified(2, 'payload_type')], high)
    assert.equal(remedy.sentence, '1 webhook has matchers that it does not meet.')
    assert.deepEqual(remedy.webhooks, [
      { id: 1, name: 'hook 1', action: 'change its matchers', needsEdit: true },
    ])
  })

  it('names the flag that is off, and whose', () => {
    const remedy = remedyOf([notNotified(1, 'payload_type'), notNotified(2, 'state')], high)
    assert.equal(remedy.sentence, '1 webhook for alerts has the flag for high off.')
    assert.deepEqual(remedy.webhooks, [
      { id: 2, name: 'hook 2', action: 'switch the flag on', needsEdit: true },
    ])
    assert.equal(remedy.missing, null)
  })

  it('puts what is disabled first, and names three at most', () => {
    const flags = [1, 2, 3, 4].map((id) => notNotified(id, 'state'))
    const remedy = remedyOf([...flags, notNotified(9, 'disabled')], high)
    assert.deepEqual(
      remedy.webhooks.map(({ id }) => id),
      [9, 1, 2],
    )
    assert.match(remedy.sentence, /^4 webhooks .* off, and 1 webhook .* is disabled\.$/)
  })

  it('is nothing if a silence held it', () => {
    const remedy = remedyOf([notNotified(1, 'silenced'), notNotified(2, 'payload_type')], high)
    assert.match(remedy.sentence, /^A silence held the notification of 1 webhook\. When it ends, /)
    assert.deepEqual([remedy.webhooks, remedy.isFine], [[], true])
  })

  it('counts all of them, also those that are not named', () => {
    const counts = { ...countsOf([]), disabled: 1_200, state: 8_000 }
    assert.match(
      remedyOfAll([notNotified(9, 'disabled')], counts, high).sentence,
      /^8,000 webhooks .* off, and 1,200 webhooks .* are disabled\.$/,
    )
  })

  it('says that receivers in current-state mode were in sync', () => {
    assert.deepEqual(remedyOf([notNotified(1, 'already_in_sync'), notNotified(2, 'made_later')], high), {
      sentence:
        '1 webhook is in current-state mode: its receiver had that state already, or was sent a newer one.',
      webhooks: [],
      missing: null,
      isFine: true,
    })
    assert.match(
      remedyOf([notNotified(1, 'already_in_sync'), notNotified(2, 'state')], high).sentence,
      /flag for high off/,
    )
  })

  it('who came later is no remedy, and is said to be judged next time', () => {
    assert.match(remedyOf([notNotified(1, 'made_later')], high).sentence, /only after it/)
  })
})
