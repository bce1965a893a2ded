import type { Command } from 'commander'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import { DEFAULT_WORD } from '../options/option-values.ts'
import { readTextFile } from '../options/text-file.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import type { Received } from '../view/api-types.ts'
import { asText } from '../view/json-value.ts'

/** Larger than any template the service takes; it has the last word. */
export const TEMPLATE_BYTES_MAX = 1024 ** 2

/** Options of the clear request. */
export interface ClearRequestOptions {
  readonly clearUrl?: string
  readonly clearMethod?: string
  readonly clearTemplate?: string
  readonly clearTemplateText?: string
}

export function addClearRequestOptions(command: Command): Command {
  return command
    .option(
      '--clear-url <url>',
      `address of the request that is sent when an alert clears, in mode current_state; ${DEFAULT_WORD}: none`,
    )
    .option('--clear-method <method>', 'method of that request; POST unless it has one')
    .option('--clear-template <file>', 'its payload template from a file; - reads stdin')
    .option('--clear-template-text <text>', 'its payload template as it stands here')
}

/**
 * The member `clear_request` of the API; undefined: it stays as it is. What is not given is as it is in `present`, the
 * one that the webhook has. Throws a usage error where a part of a new one is missing.
 */
export async function toClearRequestMember(
  options: ClearRequestOptions,
  present: Received<'Webhook'>['clear_request'] | undefined,
  context: CliContext,
): Promise<Received<'WebhookChange'>['clear_request']> {
  const { clearUrl, clearMethod } = options
  const template = await readClearTemplate(options, context)
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

async function readClearTemplate(
  { clearTemplate, clearTemplateText }: ClearRequestOptions,
  { terminal }: CliContext,
): Promise<string | undefined> {
  if (clearTemplate === undefined) return clearTemplateText
  if (clearTemplateText !== undefined) {
    throw usageError('--clear-template and --clear-template-text cannot both be given.')
  }
  return readTextFile(clearTemplate, { option: '--clear-template', terminal, bytesMax: TEMPLATE_BYTES_MAX })
}
