import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, describeRecurrence, draftOf, type MaintenanceWindow } from './window.ts'

const GIVEN = {
  name: 'patching',
  match: 'server="db-1"',
  webhook_ids: [3],
  zone: 'Europe/Berlin',
  begins: '22:00',
  for: '4h',
  jobs: 'notify_failures',
  reason: 'patches',
} as const

function windowOf(given: Partial<MaintenanceWindow>): MaintenanceWindow {
  return { repeat: null, days: null, ...GIVEN, webhook_ids: [3], ...given } as MaintenanceWindow
}

describe('the draft of a maintenance window', () => {
  const table: readonly [given: Partial<MaintenanceWindow>, recurs: string, sentence: string][] = [
    [{ repeat: 'FREQ=DAILY' }, 'daily', 'Every day at 22:00 for 4 hours'],
    [{ repeat: 'FREQ=WEEKLY;BYDAY=SU' }, 'weekly', 'Every Sunday at 22:00 for 4 hours'],
    [{ repeat: 'FREQ=WEEKLY;BYDAY=MO,TH' }, 'weekly', 'Every Monday, Thursday at 22:00 for 4 hours'],
    [{ repeat: 'FREQ=MONTHLY;BYDAY=-1SU' }, 'monthly', 'Every last Sunday of the month at 22:00 for 4 hours'],
    [{ repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' }, 'rule', 'FREQ=MONTHLY;BYMONTHDAY=-1 at 22:00 for 4 hours'],
    [
      { repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU' },
      'rule',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU at 22:00 for 4 hours',
    ],
    [{ repeat: 'FREQ=MONTHLY;BYDAY=-2SU' }, 'rule', 'FREQ=MONTHLY;BYDAY=-2SU at 22:00 for 4 hours'],
    [{ days: ['2026-12-31', '2027-03-31'] }, 'days', 'On 2026-12-31, 2027-03-31 at 22:00 for 4 hours'],
  ]
  for (const [given, recurs, sentence] of table) {
    it(`of ${JSON.stringify(given)} is ${recurs}, and is saved as it was`, () => {
      const before = windowOf(given)
      const draft = draftOf(before, 'UTC')
      const { repeat, days } = given

      assert.equal(draft.recurs, recurs)
      assert.deepEqual(bodyOf(draft), {
        ...GIVEN,
        webhook_ids: [3],
        ...(repeat !== undefined ? { repeat } : { days }),
      })
      assert.equal(describeRecurrence(before), sentence)
    })
  }

  it('of a new one is weekly in the zone of the reader, for all webhooks', () => {
    const { zone, webhook_ids: webhookIds, ...rest } = bodyOf(draftOf(undefined, 'Asia/Tokyo'))

    assert.deepEqual([zone, webhookIds, rest.repeat], ['Asia/Tokyo', null, 'FREQ=WEEKLY;BYDAY=SU'])
  })
})
