import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineOperationList } from './operation-list.ts'
import { defineOperationShow } from './operation-show.ts'
import { defineOperationStop } from './operation-stop.ts'
import { defineNoun } from '../program/taught-command.ts'

export function defineOperation(context: CliContext): Command {
  return defineNoun(
    'operation',
    {
      summary: 'follow and stop what is done to many deliveries',
      description:
        'Retrying, cancelling or re-routing many deliveries is an operation: it works in the background, step by step, and goes on after a restart. It is begun with: tocsin delivery retry, cancel or reroute.',
      examples: [
        ['tocsin operation list', 'what was done lately, and what is under way'],
        ['tocsin operation show 5', 'how far it is'],
        ['tocsin operation stop 5', 'what it has done stays done'],
      ],
    },
    [defineOperationList(context), defineOperationShow(context), defineOperationStop(context)],
  )
}
