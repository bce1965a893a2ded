import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SETTINGS, type AnySetting } from '../../domain/definition/webhook-settings.ts'
import { settingOption } from './webhook-options.ts'

describe('settingOption', () => {
  it('reads the values of every option that a setting declares', () => {
    for (const setting of SETTINGS) {
      assert.equal(settingOption(setting).length, setting.option ? 1 : 0, setting.wire)
    }
  })

  it('refuses an option whose values nothing reads', () => {
    const option = { flags: '--owner <text>', help: 'who cares for it' }
    const setting = { wire: 'owner', column: 'timeout_ms', stored: 'whole', option } as unknown as AnySetting

    assert.throws(
      () => settingOption(setting),
      /The setting owner declares the option --owner <text>, but nothing reads/,
    )
  })
})
