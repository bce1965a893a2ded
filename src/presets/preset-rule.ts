import { acceptsLoginPage } from '../domain/response/login-page.ts'
import type { ResponseRule } from '../domain/receiver/response-rule.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { PRESETS } from './presets.ts'

/** The response rule of the preset whose receivers have an address such as that of a webhook. */
export interface PresetRule {
  readonly preset: string
  readonly responseRule: ResponseRule
  /** The webhook takes a login page for a delivery, and this rule would not. */
  readonly isProposed: boolean
}

type Addressed = Pick<Webhook, 'url' | 'responseRule'>

const known = new WeakMap<Addressed, PresetRule | null>()

/**
 * Finds the preset by the address: a webhook does not remember where it came from, and one that was written by hand
 * has the same receiver. Undefined: the address is of no known receiver, as that of a program of one's own.
 */
export function presetRuleOf(webhook: Addressed): PresetRule | undefined {
  const found = known.get(webhook) ?? find(webhook)
  known.set(webhook, found)
  return found ?? undefined
}

function find({ url, responseRule }: Addressed): PresetRule | null {
  const preset = PRESETS.find(({ address }) => address?.test(url))
  if (preset === undefined) return null
  return {
    preset: preset.id,
    responseRule: preset.responseRule,
    isProposed: acceptsLoginPage(responseRule),
  }
}
