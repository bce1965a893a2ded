import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineDeliveryCancel } from './delivery-cancel.ts'
import { defineDeliveryList } from './delivery-list.ts'
import { defineDeliveryReroute } from './delivery-reroute.ts'
import { defineDeliveryRetry } from './delivery-retry.ts'
import { defineDeliveryShow } from './delivery-show.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineDelivery(context: CliContext): Command {
  return defineNoun(
    'delivery',
    {
      summary: 'list, show, retry, cancel and re-route deliveries',
      description:
        'A delivery is the duty to bring one event to one webhook. It is waiting (behind an earlier one of the same alert), pending, sending, delivered, failed or cancelled.',
      examples: [
        ['tocsin delivery list --state failed --since 1d', 'what did not arrive since yesterday'],
        ['tocsin delivery show 42', 'its whole story: each attempt with request and answer'],
        ['tocsin delivery retry 42 43', 'try those two again'],
        ['tocsin delivery retry --failed --since 2h', 'try everything again that failed lately'],
      ],
    },
    [
      defineDeliveryList(context),
      defineDeliveryShow(context),
      defineDeliveryRetry(context),
      defineDeliveryCancel(context),
      defineDeliveryReroute(context),
    ],
  )
}
