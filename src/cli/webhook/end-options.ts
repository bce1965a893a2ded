import type { Command } from 'commander'
import { withoutUndefined } from '../../domain/without-undefined.ts'
import { DEFAULT_WORD } from '../options/option-values.ts'
import { readTextFile } from '../options/text-file.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import type { Answer } from '../view/api-types.ts'
import { asText } from '../view/json-value.ts'

/** Larger than any template the service takes; it has the last word. */
export const TEMPLATE_BYTES_MAX = 1024 ** 2

/** Of the request that tells that an alert is over. */
export interface EndOptions {
  readonly endUrl?: string
  readonly endMethod?: string
  readonly endTemplate?: string
  readonly endTemplateText?: string
}

export function addEndOptions(command: Command): Command {
  return command
    .option(
      '--end-url <url>',
      `address of a request of its own that tells that an alert is over, in mode current_state; ${DEFAULT_WORD}: none`,
    )
    .option('--end-method <method>', 'method of that request; POST unless it has one')
    .option('--end-template <file>', 'its payload template from a file; - reads stdin')
    .option('--end-template-text <text>', 'its payload template as it stands here')
}

/**
 * The member `end` of the API; undefined: it stays as it is. What is not given is as it is in `present`, the one that
 * the webhook has. Throws a usage error where a part of a new one is missing.
 */
export async function toEndMember(
  options: EndOptions,
  present: Answer<'Webhook'>['end'] | undefined,
  context: CliContext,
): Promise<Answer<'WebhookChange'>['end']> {
  const { endUrl, endMethod } = options
  const template = await readEndTemplate(options, context)
  const given = withoutUndefined({ method: endMethod, url: endUrl, payload_template: template })
  if (Object.keys(given).length === 0) return undefined
  if (endUrl === DEFAULT_WORD) {
    if (Object.keys(given).length === 1) return null
    throw usageError(`--end-url ${DEFAULT_WORD} takes the whole request away; give nothing else of it.`)
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
      'A request for the end needs --end-url, and --end-template or --end-template-text, together.',
    )
  }
  return { method, url, payload_template }
}

async function readEndTemplate(
  { endTemplate, endTemplateText }: EndOptions,
  { terminal }: CliContext,
): Promise<string | undefined> {
  if (endTemplate === undefined) return endTemplateText
  if (endTemplateText !== undefined) {
    throw usageError('--end-template and --end-template-text cannot both be given.')
  }
  return readTextFile(endTemplate, { option: '--end-template', terminal, bytesMax: TEMPLATE_BYTES_MAX })
}
