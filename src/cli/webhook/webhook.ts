import type { Command } from 'commander'
import type { Received } from '../view/api-types.ts'
import { ask } from '../client/ask.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineDelete } from '../resource/delete.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/show.ts'
import { asText } from '../view/json-value.ts'
import type { Column } from '../view/table.ts'
import { defineWebhookAdd } from './webhook-add.ts'
import { defineWebhookEdit } from './webhook-edit.ts'
import { defineWebhookSign, defineWebhookUnsign } from './webhook-sign.ts'
import { defineWebhookTest } from './webhook-test.ts'
import { defineWebhookResync, defineWebhookStates } from './webhook-states.ts'
import { defineWebhookResume } from './webhook-resume.ts'
import { describeAudience, describeState, showWebhook } from './webhook-view.ts'

export function defineWebhook(context: CliContext): Command {
  return defineNoun(
    'webhook',
    {
      summary: 'list, show, add, edit, delete, test, sign and resync webhooks',
      description:
        'A webhook is a definition: which URL to call, with which headers and payload, about which states of alerts or about job runs.',
      examples: [
        ['tocsin webhook list', 'all webhooks'],
        [
          'tocsin webhook add --name chat --url https://chat.example.com/hook',
          'a new one, with the default payload',
        ],
        ['tocsin webhook test 1', 'call it once with sample values, and see the response'],
      ],
    },
    [
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
  )
}

function defineWebhookList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/webhooks',
    help: {
      summary: 'list webhooks',
      description: 'Lists the webhooks in order of their ids.',
      examples: [
        ['tocsin webhook list', 'the first 50'],
        ['tocsin webhook list --all --json', 'all of them, for a program'],
      ],
    },
    // For people what a list shows, which is quicker; for programs all of each.
    query: (_filter, { isJson }) => ({ view: isJson ? undefined : 'brief' }),
    columns: () => COLUMNS,
    whenEmpty: 'There are no webhooks yet. Add one with: tocsin webhook add --name NAME --url URL',
  })
}

const COLUMNS: readonly Column<Received<'BriefWebhook'>>[] = [
  { title: 'ID', cell: (webhook) => asText(webhook.id), align: 'right' },
  { title: 'NAME', cell: (webhook) => asText(webhook.name), shrinks: true },
  { title: 'STATE', cell: describeState },
  { title: 'EVENTS', cell: describeAudience },
  { title: 'METHOD', cell: (webhook) => asText(webhook.method) },
  { title: 'URL', cell: (webhook) => asText(webhook.url), shrinks: true },
]

function defineWebhookShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/webhooks/{id}',
    help: {
      summary: 'show one webhook',
      description:
        'Shows the whole definition (URL, headers, payload template, limits), how its receiver does, and how much waits for it. Values of headers and credentials in the URL are hidden (***) unless --show-secrets is given, which takes a token with secrets:read.',
      examples: [
        ['tocsin webhook show 1', 'for people'],
        ['tocsin webhook show 1 --show-secrets', 'with the values of its headers and the whole URL'],
        ['tocsin webhook show 1 --json', 'for programs, as the API responds'],
      ],
    },
    argument: 'id of the webhook',
    addOptions: (command) =>
      command.option('--show-secrets', 'show what is hidden: values of headers, the whole URL'),
    query: ({ showSecrets }: { readonly showSecrets?: boolean }) => ({
      show: showSecrets ? 'secrets' : undefined,
    }),
    more: async (client, id) => (await ask(client, 'GET', '/v1/webhooks/{id}/health', { id })).json,
    draw: (screen, webhook, { more = {}, now }) => showWebhook(screen, webhook, { health: more, now }),
  })
}

function defineWebhookDelete(context: CliContext): Command {
  return defineDelete(context, {
    path: '/v1/webhooks/{id}',
    help: {
      summary: 'delete a webhook',
      description:
        'Deletes a webhook; deliveries to it that have not ended are cancelled. Asks first; a script says --yes. To pause one instead: tocsin webhook edit ID --disabled.',
      examples: [
        ['tocsin webhook delete 3', 'asks whether it is the right one'],
        ['tocsin webhook delete 3 --yes', 'does not ask'],
      ],
    },
    noun: 'webhook',
    pronoun: 'it',
    describe: ({ id, name, url }) => `webhook ${asText(id)} "${asText(name)}" (${asText(url)})`,
    warn: async (client, id) => {
      const { json } = await ask(client, 'GET', '/v1/webhooks/{id}/health', { id })
      return describeNeverEnded(Number(json.open_notifications))
    },
    tell: (headers) => describeNeverEnded(Number(headers.get('tocsin-open-notifications') ?? 0)),
  })
}

function describeNeverEnded(open: number): string | undefined {
  if (open === 0) return undefined
  return `Its receiver was notified of ${open === 1 ? 'an alert' : `${open} alerts`} that Tocsin will not clear there.`
}
