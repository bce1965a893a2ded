import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../../test/support/time/fake-clock.ts'
import type { Notification } from '../../cluster.ts'
import { Notifier } from './notifications.ts'

const settled = () => new Promise(setImmediate)

describe('Notifier', () => {
  it('tells at once after a silence, then gathers what comes within 20 ms, each kind once', async () => {
    const clock = new FakeClock()
    const sent: (readonly Notification[])[] = []
    const notifier = new Notifier({ clock, send: async (notification) => void sent.push(notification) })

    notifier.notify('work')
    await settled()
    for (let index = 0; index < 1_000; index += 1) notifier.notify('work')
    notifier.notify('tokens')
    clock.advance(19)
    await settled()
    const early = sent.length
    clock.advance(1)
    await settled()
    clock.advance(1_000)
    await settled()

    assert.equal(early, 1)
    assert.deepEqual(sent, [['work'], ['work', 'tokens']])
    notifier.notify('work')
    assert.equal(sent.length, 3)
  })

  it('continues after a failed notification, and sends one at a time', async () => {
    const clock = new FakeClock()
    let isSending = false
    let count = 0
    const notifier = new Notifier({
      clock,
      send: async () => {
        assert.ok(!isSending)
        isSending = true
        await settled()
        isSending = false
        count += 1
        throw new Error('away')
      },
    })

    for (let round = 0; round < 3; round += 1) {
      notifier.notify('work')
      notifier.notify('tokens')
      await settled()
      await settled()
      clock.advance(20)
    }

    assert.ok(count >= 3)
  })
})
