import type { Command, OptionValues } from '@commander-js/extra-typings'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import { ask, type Session } from '../client/session.ts'
import { readTextFile } from '../options/files.ts'
import { DEFAULT_WORD } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext, OptionsOf } from '../program/command.ts'
import { asText, type Received } from '../view/response.ts'

/** Larger than any template that the service accepts. */
const TEMPLATE_BYTES_MAX = 1024 ** 2

export function addClearRequestOptions<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command
    .option(
      '--clear-url <url>',
      `address of the request that is sent when an alert clears, in mode current_state; ${DEFAULT_WORD}: none`,
    )
    .option('--clear-method <method>', 'method of that request; POST unless it has one')
    .option('--clear-template <file>', 'its payload template from a file; - reads stdin')
    .option('--clear-template-text <text>', 'its payload template as it stands here')
}

type ClearRequestOptions = OptionsOf<typeof addClearRequestOptions<[], {}>>

/**
 * Returns the member `clear_request`; undefined: it stays. Missing parts come from `present`, the webhook's
 * own. Throws a usage error if a new one lacks a part.
 */
export async function toClearRequestMember(
  options: ClearRequestOptions,
  present: Received<'Webhook'>['clear_request'] | undefined,
  context: CliContext,
): Promise<Received<'WebhookChange'>['clear_request']> {
  const { clearUrl, clearMethod, clearTemplate, clearTemplateText } = options
  const template = await readTemplate('--clear-template', clearTemplate, clearTemplateText, context)
  const given = withoutUndefined({ method: clearMethod, url: clearUrl, payload_template: template })
  if (Object.keys(given).length === 0) return undefined
  if (clearUrl === DEFAULT_WORD) {
    if (Object.keys(given).length === 1) return null
    throw usageError(`--clear-url ${DEFAULT_WORD} takes the whole request away; give nothing else of it.`)
  }
  const begun = present
    ? {
        method: asText(present.method),
        url: asText(present.url),
        payload_template: asText(present.payload_template),
      }
    : { method: 'POST' }
  const { method, url, payload_template } = { ...begun, ...given }
  if (url === undefined || payload_template === undefined) {
    throw usageError(
      'A clear request needs --clear-url together with --clear-template or --clear-template-text.',
    )
  }
  return { method, url, payload_template }
}

export async function readTemplate(
  option: string,
  file: string | undefined,
  text: string | undefined,
  { terminal }: CliContext,
): Promise<string | undefined> {
  if (file === undefined) return text
  if (text !== undefined) throw usageError(`${option} and ${option}-text cannot both be given.`)
  return readTextFile(file, { option, terminal, bytesMax: TEMPLATE_BYTES_MAX })
}

type Rule = Received<'WebhookChange'>['response_rule']

export function addResponseRuleOption<Args extends unknown[], Given extends OptionValues>(
  command: Command<Args, Given>,
) {
  return command.option(
    '--response-rule <json>',
    `conditions that a 2xx must meet to count as accepted, e.g. '[{"part": "status", "equals": 202}]'; ${DEFAULT_WORD}: any 2xx`,
  )
}

export function toResponseRuleMember(responseRule: string | undefined): Rule {
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

/** Reads the rule of the named preset, or of the one for the webhook's address. Throws a CliError. */
export async function findRuleOfPreset(
  { client }: Session,
  id: string,
  responseRule: string | undefined,
  ruleOfPreset: string | true | undefined,
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
