import type { Command } from 'commander'
import { ask } from '../client/ask.ts'
import type { Session } from '../client/session.ts'
import { DEFAULT_WORD } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import type { Received } from '../view/api-types.ts'

/** Options of the response rule. */
export interface ResponseRuleOptions {
  readonly responseRule?: string
  readonly ruleOfPreset?: string | true
}

type Rule = Received<'WebhookChange'>['response_rule']

export function addResponseRuleOption(command: Command): Command {
  return command.option(
    '--response-rule <json>',
    `conditions that a 2xx must meet to count as accepted, e.g. '[{"part": "status", "equals": 202}]'; ${DEFAULT_WORD}: any 2xx`,
  )
}

/** Returns the member `response_rule`; undefined: it stays as it is. Throws a usage error. */
export function toResponseRuleMember({ responseRule }: ResponseRuleOptions): Rule {
  if (responseRule === undefined) return undefined
  if (responseRule === DEFAULT_WORD) return null
  try {
    return JSON.parse(responseRule) as Rule
  } catch {
    throw usageError('--response-rule is not JSON.', [
      `Write a list of conditions: --response-rule '[{"part": "body", "equals": "ok"}]'`,
    ])
  }
}

/** Asks for the rule of a preset: the named one, or the one of the webhook's address. Throws a CliError. */
export async function findRuleOfPreset(
  { client }: Session,
  { id, ruleOfPreset, responseRule }: ResponseRuleOptions & { readonly id: string },
): Promise<Rule> {
  if (ruleOfPreset === undefined) return undefined
  if (responseRule !== undefined) {
    throw usageError('--response-rule and --rule-of-preset cannot both be given.')
  }
  if (ruleOfPreset !== true) {
    return (await ask(client, 'GET', '/v1/presets/{id}', { id: ruleOfPreset })).json.response_rule
  }
  const { json } = await ask(client, 'GET', '/v1/webhooks/{id}/health', { id })
  if (json.preset_rule) return json.preset_rule.response_rule
  throw usageError(`The address of webhook ${id} does not tell its preset.`, [
    `Name it: tocsin webhook edit ${id} --rule-of-preset NAME`,
    'All presets: tocsin preset list',
  ])
}
