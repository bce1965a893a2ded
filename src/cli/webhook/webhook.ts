import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineWebhookAdd } from './webhook-add.ts'
import { defineWebhookDelete } from './webhook-delete.ts'
import { defineWebhookEdit } from './webhook-edit.ts'
import { defineWebhookList } from './webhook-list.ts'
import { defineWebhookShow } from './webhook-show.ts'
import { defineWebhookSign } from './webhook-sign.ts'
import { defineWebhookTest } from './webhook-test.ts'
import { defineWebhookUnsign } from './webhook-unsign.ts'

export function defineWebhook(context: CliContext): Command {
  return defineNoun(
    'webhook',
    {
      summary: 'list, show, add, edit, delete, test and sign webhooks',
      description:
        'A webhook is a definition: which URL to call, with which headers and payload, about which states of alerts or about job runs.',
      examples: [
        ['tocsin webhook list', 'all webhooks'],
        [
          'tocsin webhook add --name chat --url https://chat.example.com/hook',
          'a new one, with the default payload',
        ],
        ['tocsin webhook test 1', 'call it once with sample values, and see the answer'],
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
    ],
  )
}
