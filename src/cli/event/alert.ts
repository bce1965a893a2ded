import type { Command } from 'commander'
import { defineAlertSend } from './alert-send.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineAlert(context: CliContext): Command {
  return defineNoun(
    'alert',
    {
      summary: 'report alerts',
      description:
        'An alert is a condition on a database object, with a state: low, medium, high or cleared. What a monitor sees of it is sent here; webhooks are told when the state changes.',
      examples: [
        [
          'tocsin alert send --key "lag pg-orders-2" --name "Replication lag" --state high --server pg-orders-2 --value 412 --threshold 60',
          'raise one',
        ],
        [
          'tocsin alert send --key "lag pg-orders-2" --name "Replication lag" --state cleared',
          'and clear it',
        ],
      ],
    },
    [defineAlertSend(context)],
  )
}
