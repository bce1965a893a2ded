import { asText, type Received } from '../view/response.ts'
import { actOnService, ask } from '../client/session.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineDelete, defineShow } from '../resource/by-id.ts'
import { defineList } from '../resource/list.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { oneOf, parseId } from '../options/option-values.ts'
import { WEBHOOK_FILTERS } from '../../src/domain/lists/lists.ts'
import { describeTime } from '../view/human-units.ts'
import type { Column } from '../view/screen.ts'
import { defineWebhookAdd } from './webhook-add.ts'
import { defineWebhookEdit } from './webhook-edit.ts'
import { defineWebhookSign, defineWebhookUnsign } from './webhook-sign.ts'
import { defineWebhookResync, defineWebhookStates } from './webhook-states.ts'
import { describeAudience, describeState, showWebhook, showWarned } from './webhook-view.ts'
import { commandLine } from '../program/command-line.ts'
import { usageError } from '../program/cli-error.ts'
import { describeOutcome, showExchange } from '../view/exchange-view.ts'

const SAMPLES = ['raised', 'acknowledged', 'cleared', 'job_success', 'job_failure'] as const
/** Longer than the longest time limit of a webhook. */
const TIME_LIMIT_MS = 330_000

export const defineWebhook = defineNoun('webhook', {
  summary: 'list, show, add, edit, delete, test, sign and resync webhooks',
  description:
    'A webhook is a definition: which URL to call, with which headers and payload, about which states of alerts or about job runs.',
  examples: {
    'tocsin webhook list': 'all webhooks',
    'tocsin webhook add --name chat --url https://chat.example.com/hook':
      'a new one, with the default payload',
    'tocsin webhook test 1': 'call it once with sample values, and see the response',
  },
  verbs: (context) => [
    defineWebhookList(context),
    defineWebhookShow(context),
    defineWebhookAdd(context),
    defineWebhookEdit(context),
    defineWebhookDelete(context),
    defineWebhookTest(context),
    defineWebhookSign(context),
    defineWebhookUnsign(context),
    defineWebhookStates(context),
    defineWebhookResync(context),
    defineWebhookResume(context),
  ],
})

const defineWebhookList = defineList({
  path: '/v1/webhooks',
  help: {
    summary: 'list webhooks',
    description: 'Lists the webhooks in order of their ids.',
    examples: {
      'tocsin webhook list': 'the first 50',
      'tocsin webhook list --order worst': 'those that fail first',
      'tocsin webhook list --not-called-for 30d': 'that nobody misses, perhaps',
      'tocsin webhook list --tag team=dba': 'of one team',
      'tocsin webhook list --all --json': 'all of them, for a program',
    },
  },
  filters: WEBHOOK_FILTERS,
  // A brief list is quicker; programs get all members.
  query: (_options, { isJson }) => ({ view: isJson ? undefined : 'brief' }),
  columns: columnsAt,
  whenEmpty: {
    noun: ['webhook', 'webhooks'],
    remedy: `Add one with: ${commandLine('webhook add --name NAME --url URL')}`,
  },
  after: showWarned,
})

function columnsAt(now: Instant): readonly Column<Received<'BriefWebhook'>>[] {
  return [
    { title: 'ID', cell: (webhook) => asText(webhook.id), align: 'right' },
    { title: 'NAME', cell: (webhook) => asText(webhook.name), shrinks: true },
    { title: 'STATE', cell: describeState },
    { title: 'MODE', cell: ({ mode }) => (mode === 'current_state' ? 'current' : 'every'), isSpare: true },
    { title: 'EVENTS', cell: describeAudience, shrinks: true },
    { title: 'SUCCESS', cell: describeSuccess, align: 'right', isSpare: true },
    {
      title: 'LAST ACCEPTED',
      cell: ({ last_accepted_at: at }) => (at ? describeTime(at, now) : 'never'),
      isSpare: true,
    },
    { title: 'URL', cell: (webhook) => asText(webhook.url), shrinks: true },
  ]
}

function describeSuccess({ recent_calls: calls }: Received<'BriefWebhook'>): string {
  const { attempts = 0, accepted = 0 } = calls ?? {}
  if (attempts === 0) return '-'
  return accepted === attempts
    ? '100 %'
    : `${Math.min(99.9, Math.round((accepted / attempts) * 1_000) / 10)} %`
}

const defineWebhookShow = defineShow({
  path: '/v1/webhooks/{id}',
  help: {
    summary: 'show one webhook',
    description:
      'Shows the whole definition (URL, headers, payload template, limits), how its receiver does, and how much waits for it. Values of headers and credentials in the URL are hidden (***) unless --show-secrets is given, which takes a token with secrets:read.',
    examples: {
      'tocsin webhook show 1': 'for people',
      'tocsin webhook show 1 --show-secrets': 'with the values of its headers and the whole URL',
      'tocsin webhook show 1 --json': 'for programs, as the API responds',
    },
  },
  argument: 'id of the webhook',
  addOptions: (command) =>
    command.option('--show-secrets', 'show what is hidden: values of headers, the whole URL'),
  query: ({ showSecrets }) => ({ show: showSecrets && 'secrets' }),
  more: async (client, id) => (await ask(client, 'GET', '/v1/webhooks/{id}/health', { id })).json,
  draw: (screen, webhook, { more = {}, now }) => showWebhook(screen, webhook, more, now),
})

const defineWebhookDelete = defineDelete({
  path: '/v1/webhooks/{id}',
  help: {
    summary: 'delete a webhook',
    description:
      'Deletes a webhook; deliveries to it that have not ended are cancelled. Asks first; a script says --yes. To pause one instead: tocsin webhook edit ID --disabled.',
    examples: {
      'tocsin webhook delete 3': 'asks whether it is the right one',
      'tocsin webhook delete 3 --yes': 'does not ask',
    },
  },
  noun: 'webhook',
  describe: ({ id, name, url }) => `webhook ${asText(id)} "${asText(name)}" (${asText(url)})`,
  warn: async (client, id) => {
    const { json } = await ask(client, 'GET', '/v1/webhooks/{id}/health', { id })
    return describeNeverEnded(Number(json.open_notifications))
  },
  describeResult: (headers) => describeNeverEnded(Number(headers.get('tocsin-open-notifications') ?? 0)),
})

function describeNeverEnded(open: number): string | undefined {
  if (open === 0) return undefined
  return `Its receiver was notified of ${open === 1 ? 'an alert' : `${open} alerts`} that Tocsin will not clear there.`
}

function defineWebhookResume(context: CliContext) {
  const command = new TaughtCommand('resume', {
    summary: 'try a paused webhook again now',
    description:
      'Ends the pause of its receiver, also one that the receiver asked for, and sends retries that wait for their time. If the receiver still fails, it is paused again.',
    examples: { 'tocsin webhook resume 4': 'the receiver was repaired: do not wait for the next probe' },
  }).argument('<id>', 'id of the webhook', parseId)
  return actOnService(command, context, async ({ client, print }, _options, id) => {
    const { text, json } = await ask(client, 'POST', '/v1/webhooks/{id}/resume', { id })
    print(text, (screen) => {
      const waiting = Number(json.sending) + Number(json.pending) + Number(json.waiting)
      const deliveries = waiting === 1 ? '1 delivery is' : `${waiting} deliveries are`
      screen.line(`Webhook ${id} is tried again now: ${deliveries} on the way.`)
      screen.line(`See how it goes with: ${commandLine(`webhook show ${asText(json.webhook_id)}`)}`)
    })
  })
}

function defineWebhookTest(context: CliContext) {
  const command = new TaughtCommand('test', {
    summary: 'call a webhook once, and show request and response',
    description:
      'Calls the webhook now, the way a delivery would, and shows what was sent, what came back and how long each part took. Nothing is stored or tried again. Exit code 1 unless the receiver accepted it.',
    examples: {
      'tocsin webhook test 1': 'with sample values that fit its payload type',
      'tocsin webhook test 1 --sample cleared': 'as if an alert had been cleared',
      'tocsin webhook test 1 --event 42': 'with the values of an event that happened',
    },
  })
    .argument('<id>', 'id of the webhook', parseId)
    .option('--event <id>', 'with the values of this event; needs deliveries:read besides', parseId)
    .option('--sample <kind>', `with sample values: ${SAMPLES.join(', ')}`, oneOf(SAMPLES))
  return actOnService(command, context, async (session, { event, sample }, id) => {
    if (event !== undefined && sample !== undefined) {
      throw usageError('--event and --sample cannot both be given.')
    }
    const { text, json } = await ask(session.client, 'POST', '/v1/webhooks/{id}/test', {
      id,
      body: { event_id: event === undefined ? undefined : Number(event), sample },
      timeLimitMs: TIME_LIMIT_MS,
    })
    session.print(text, (screen) => {
      showExchange(screen, json)
      screen.line(describeOutcome(json.outcome), `: ${asText(json.reason)}`)
    })
    if (json.outcome !== 'accept') context.noteRefusal()
  })
}
