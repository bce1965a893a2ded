import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SETTINGS, type AnySetting } from '../../src/domain/definition/webhook-settings.ts'
import type { WebhookSetting } from '../../src/domain/definition/webhook-setting.ts'
import { settingOption } from './webhook-options.ts'

describe('settingOption', () => {
  it('reads the values of every option that a setting declares', () => {
    for (const setting of SETTINGS) {
      // A truth value is switched on by one and off by another.
      const count = setting.stored === 'flag' ? 2 : 1
      assert.equal(settingOption(setting).length, setting.option ? count : 0, setting.wire)
    }
  })

  it('does not compile for an option whose values nothing reads', () => {
    const option = { flags: '--owner <text>', help: 'who cares for it' }
    const words = { label: 'Owner', section: 'limits', absent: 'Nobody' } as const
    const fields = { wire: 'owner', column: 'timeout_ms', stored: 'whole', ...words } as const

    // @ts-expect-error It has neither a codec nor bounds.
    const unread: WebhookSetting<number> = { ...fields, option }
    const read: AnySetting = { ...fields, name: 'timeoutMs', option: { ...option, between: [1, 9] } }

    assert.equal(unread.option, option)
    assert.equal(settingOption(read).length, 1)
  })
})
