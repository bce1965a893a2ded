import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NotificationCount } from '../domain/receiver-state/open-notifications.ts'
import { countOpenNotifications, NotificationCounter } from './count-open-notifications.ts'

const MORE = { webhookId: 2, alertId: 7 }

function counterOver(counts: NotificationCount[]) {
  const asked: unknown[] = []
  const warned: unknown[] = []
  const counter = new NotificationCounter({
    store: {
      countOpenNotifications: async ({ after }) => {
        asked.push(after)
        return counts.shift() ?? { count: 0, next: undefined }
      },
    },
    log: { warn: (fields, name) => void warned.push([name, fields]) },
    openNotificationsMax: 5,
  })
  return { counter, task: countOpenNotifications(counter), asked, warned }
}

const all = (count: number): NotificationCount => ({ count, next: undefined })

describe('how many notifications are open', () => {
  it('is counted in steps, and known when all are counted', async () => {
    const { counter, task, asked } = counterOver([{ count: 3, next: MORE }, all(1), all(2)])

    const steps = [await task.step()]
    assert.equal(counter.current.count, 0)
    steps.push(await task.step())
    assert.deepEqual(counter.current, { count: 4, max: 5 })
    steps.push(await task.step())

    assert.equal(counter.current.count, 2)
    assert.deepEqual(asked, [undefined, MORE, undefined])
    // A full step is followed by the next one at once.
    assert.deepEqual(
      steps.map((count) => count >= (task.stepMax ?? Infinity)),
      [true, false, false],
    )
  })

  it('warns once when there are too many, and again after there were fewer', async () => {
    const { task, warned } = counterOver([all(5), all(6), all(7), all(5), all(9)])
    for (let round = 0; round < 5; round += 1) await task.step()

    assert.deepEqual(warned, [
      ['notifications.limit_exceeded', { count: 6, max: 5 }],
      ['notifications.limit_exceeded', { count: 9, max: 5 }],
    ])
  })
})
