import { WEBHOOK_SETTINGS } from '../../../api/webhook-settings.ts'

/** A setting that is one text or number, described by the service's table. */
export type PlainSetting = (typeof WEBHOOK_SETTINGS)[number]['member']

/** Makes a value for each of these settings. */
export function ofPlainSettings<Value>(
  valueOf: (setting: (typeof WEBHOOK_SETTINGS)[number]) => Value,
): Readonly<Record<PlainSetting, Value>> {
  const entries = WEBHOOK_SETTINGS.map((setting) => [setting.member, valueOf(setting)])
  return Object.fromEntries(entries) as Record<PlainSetting, Value>
}

/** The settings of a section, in order. */
export function settingsIn(section: string): readonly PlainSetting[] {
  return WEBHOOK_SETTINGS.filter((setting) => setting.section === section).map(({ member }) => member)
}
