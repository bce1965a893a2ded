import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { indentJson } from '../view/indent-json.ts'
import { asObject, asObjects, asText, type JsonObject } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import type { Part } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { describeAudience, describeEnabled, HEALTH_TONES } from './webhook-words.ts'

export function defineWebhookShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'show one webhook',
    description:
      'Shows the whole definition (URL, headers, payload template, limits), how its receiver does, and how much waits for it. Values of headers and credentials in the URL are hidden (***) unless --show-secrets is given, which takes a token with secrets:read.',
    examples: [
      ['tocsin webhook show 1', 'for people'],
      ['tocsin webhook show 1 --show-secrets', 'with the values of its headers and the whole URL'],
      ['tocsin webhook show 1 --json', 'for programs, as the API answers'],
    ],
  })
  command
    .argument('<id>', 'id of the webhook', parseId)
    .option('--show-secrets', 'show what is hidden: values of headers, the whole URL')
  return actOnService<ShowOptions>(command, context, async (session, { showSecrets }, [id]) => {
    const now = context.clock.now()
    const { text, json } = await session.client.send({
      method: 'GET',
      path: `/v1/webhooks/${id}`,
      query: { show: showSecrets ? 'secrets' : undefined },
    })
    if (session.isJson) return session.print(text, () => undefined)
    const health = await session.client.send({ method: 'GET', path: `/v1/webhooks/${id}/health` })
    session.print(text, (screen) => showWebhook(screen, asObject(json), asObject(health.json), now))
  })
}

interface ShowOptions {
  readonly showSecrets?: boolean
}

function showWebhook(screen: Screen, webhook: JsonObject, health: JsonObject, now: number): void {
  screen.line({ text: `Webhook ${asText(webhook['id'])}: ${asText(webhook['name'])}`, tone: 'strong' })
  screen.fields([
    ['description', asText(webhook['description'])],
    ['calls', `${asText(webhook['method'])} ${asText(webhook['url'])}`],
    ['state', describeEnabled(webhook)],
    ['disabled because', { text: asText(webhook['disabled_reason']), tone: 'warn' }],
    ['told about', describeAudience(webhook)],
    ['time limit', asText(webhook['timeout']) || 'as the service is set'],
    ['signed', webhook['signed'] === true ? 'yes' : 'no'],
    ['retries', asText(webhook['retry_schedule']) || 'as the service is set'],
    ['at once', asText(webhook['concurrency']) || 'as the service is set'],
    ['rate', asText(webhook['rate_limit']) || 'not limited'],
    ['when it fails', describeFallback(webhook)],
    ['TLS', describeTls(asObject(webhook['tls'] ?? {}))],
    ['created', describeTime(webhook['created_at'], now)],
    ['changed', `${describeTime(webhook['updated_at'], now)} (revision ${asText(webhook['revision'])})`],
  ])
  showHealth(screen, health)
  const headers = asObjects(webhook['http_headers'])
  if (headers.length > 0) screen.line({ text: 'headers', tone: 'dim' })
  for (const header of headers) {
    screen.line(`  ${asText(header['http_header_key'])}: ${asText(header['http_header_value'])}`)
  }
  const template = asText(webhook['payload_template'])
  screen.line({ text: `payload template (${asText(webhook['payload_type'])})`, tone: 'dim' })
  screen.block(indentJson(template) ?? template)
}

/** Empty: as the system has it. */
function describeTls(tls: JsonObject): Part {
  if (tls['insecure'] === true)
    return { text: 'the certificate of the receiver is not checked', tone: 'warn' }
  const parts = [
    ...(asText(tls['ca_certificates']) === '' ? [] : ['authorities of its own']),
    ...(asText(tls['client_certificate']) === '' ? [] : ['a client certificate']),
  ]
  return parts.join(', ')
}

function describeFallback(webhook: JsonObject): string {
  const fallback = asText(webhook['fallback_webhook_id'])
  return fallback === '' ? '' : `webhook ${fallback} is told`
}

/** How its receiver does, and what waits. */
function showHealth(screen: Screen, health: JsonObject): void {
  const state = asText(health['state'])
  const counts = ['sending', 'pending', 'waiting']
    .map((name) => `${asText(health[name])} ${name}`)
    .filter((words) => !words.startsWith('0 '))
  screen.fields([
    ['receiver', { text: state, tone: HEALTH_TONES[state] ?? 'dim' }],
    ['', asText(health['explanation'])],
    ['unfinished', counts.join(', ') || 'nothing'],
  ])
}
