import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineReceiverList } from './receiver-list.ts'
import { defineReceiverShow } from './receiver-show.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineReceiver(context: CliContext): Command {
  return defineNoun(
    'receiver',
    {
      summary: 'list and show the receivers to start from',
      description:
        'The gallery: receivers that many teams have, from Slack to ServiceNow, each with a template, limits and rules. A webhook that was made from one does not depend on it any more.',
      examples: [
        ['tocsin receiver list', 'all there are'],
        ['tocsin receiver show pagerduty', 'what it asks for, where to find that, and the command to paste'],
      ],
    },
    [defineReceiverList(context), defineReceiverShow(context)],
  )
}
