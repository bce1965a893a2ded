import type { Command } from 'commander'
import { ALERT_STATES, type AlertState } from '../../domain/alert/alert.ts'
import { PAYLOAD_TYPES, type PayloadType } from '../../domain/webhook/webhook.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import {
  DEFAULT_WORD,
  durationText,
  oneOf,
  orDefault,
  parseHeaders,
  rateText,
  scheduleText,
  severalOf,
  sizeText,
  wholeText,
  type HeaderText,
} from '../options/option-values.ts'
import { readTextFile } from '../options/text-file.ts'
import { addTlsOptions, toTlsMember, type WebhookTlsOptions } from './webhook-tls-options.ts'

/** Larger than any template the service takes; it has the last word. */
const TEMPLATE_BYTES_MAX = 1024 ** 2

/** What `webhook add` and `webhook edit` have in common. */
export interface WebhookOptions extends WebhookTlsOptions {
  readonly name?: string
  readonly url?: string
  readonly description?: string
  readonly method?: string
  readonly header?: readonly HeaderText[]
  readonly template?: string
  readonly templateText?: string
  readonly payloadType?: PayloadType
  readonly only?: readonly AlertState[]
  readonly low?: boolean
  readonly medium?: boolean
  readonly high?: boolean
  readonly cleared?: boolean
  readonly timeout?: string
  readonly retrySchedule?: string
  readonly concurrency?: string
  readonly rateLimit?: string
  readonly answerSizeMax?: string
  readonly fallback?: string
  readonly enabled?: boolean
  readonly disabled?: boolean
}

/** The member of the API for each state. */
const FLAG_OF: Readonly<Record<AlertState, string>> = {
  cleared: 'cleared_alert',
  low: 'low_alert',
  medium: 'med_alert',
  high: 'high_alert',
}

export function addWebhookOptions(command: Command): Command {
  return addTlsOptions(command)
    .option('--description <text>', 'what it is for')
    .option('--method <method>', 'POST (the default) or another HTTP method')
    .option('--header <header>', "a header such as 'X-Team: dba'; may stand several times", parseHeaders)
    .option('--template <file>', 'payload template from a file; - reads stdin')
    .option('--template-text <text>', 'payload template as it stands here')
    .option('--payload-type <type>', 'ALERT (the default) or JOB', oneOf(PAYLOAD_TYPES))
    .option('--only <states>', 'told about these states only, e.g. high,cleared', severalOf(ALERT_STATES))
    .option('--no-low', 'not told when an alert becomes low')
    .option('--no-medium', 'not told when an alert becomes medium')
    .option('--no-high', 'not told when an alert becomes high')
    .option('--no-cleared', 'not told when an alert is cleared')
    .option(
      '--timeout <duration>',
      'longest time for one attempt, e.g. 15s; default: as the service is set',
      orDefault(durationText),
    )
    .option(
      '--retry-schedule <delays>',
      'delay before each attempt, e.g. 0s,5s,1m,1h*3; default: as the service is set',
      orDefault(scheduleText),
    )
    .option(
      '--concurrency <count>',
      'how many attempts may be under way at once; default: as the service is set',
      orDefault(wholeText(1, 1000)),
    )
    .option(
      '--rate-limit <rate>',
      'at most so many attempts in any such span, e.g. 1/1s or 20/1m; default: no limit',
      orDefault(rateText),
    )
    .option(
      '--answer-size-max <size>',
      'how much of an answer is read and kept, e.g. 16kb; default: as the service is set',
      orDefault(sizeText),
    )
    .option(
      '--fallback <id>',
      'webhook that is told when a delivery of this one ends as failed; default: none',
      orDefault(wholeText(1, Number.MAX_SAFE_INTEGER)),
    )
    .option('--disabled', 'keep it, but call it for nothing')
}

/** The members of the API's webhook that were given; headers are not among them. Throws a usage error. */
export async function toWebhookMembers(
  options: WebhookOptions,
  context: CliContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (options.enabled === true && options.disabled === true) {
    throw usageError('--enabled and --disabled cannot both be given.')
  }
  const { name, url, description, method, payloadType, timeout, retrySchedule } = options
  const members = {
    name,
    url,
    description,
    method,
    payload_type: payloadType,
    payload_template: await readTemplate(options, context),
    ...toFlags(options),
    timeout: orNull(timeout),
    retry_schedule: orNull(retrySchedule),
    concurrency: numberOrNull(options.concurrency),
    rate_limit: orNull(options.rateLimit),
    answer_size_max: orNull(options.answerSizeMax),
    fallback_webhook_id: numberOrNull(options.fallback),
    tls: await toTlsMember(options, context),
    enabled: options.disabled === true ? false : options.enabled,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function orNull(text: string | undefined): string | null | undefined {
  return text === DEFAULT_WORD ? null : text
}

function numberOrNull(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return text === DEFAULT_WORD ? null : Number(text)
}

function toFlags(options: WebhookOptions): Readonly<Record<string, boolean>> {
  const given = ALERT_STATES.filter((state) => options[state] !== undefined)
  const { only } = options
  if (only === undefined) {
    return Object.fromEntries(given.map((state) => [FLAG_OF[state], options[state] ?? true]))
  }
  const [clash] = given
  if (clash !== undefined) {
    throw usageError(
      `--only says everything about states; it cannot stand together with --${options[clash] ? '' : 'no-'}${clash}.`,
    )
  }
  return Object.fromEntries(ALERT_STATES.map((state) => [FLAG_OF[state], only.includes(state)]))
}

async function readTemplate(
  { template, templateText }: WebhookOptions,
  { terminal }: CliContext,
): Promise<string | undefined> {
  if (template === undefined) return templateText
  if (templateText !== undefined) throw usageError('--template and --template-text cannot both be given.')
  return readTextFile(template, { option: '--template', terminal, bytesMax: TEMPLATE_BYTES_MAX })
}
