import type { Command } from 'commander'
import type { Instant } from '../../domain/instant.ts'
import { OPERATION_FILTERS } from '../../domain/lists/lists.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun, TaughtCommand } from '../program/taught-command.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/show.ts'
import type { Received } from '../view/api-types.ts'
import { describeTime } from '../view/human-time.ts'
import { asText } from '../view/json-value.ts'
import type { Column } from '../view/table.ts'
import {
  describeEnd,
  describeOperationState,
  describeShare,
  describeTask,
  showOperation,
} from './operation-view.ts'

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

function defineOperationList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/delivery-operations',
    help: {
      summary: 'list operations on many deliveries',
      description: 'Lists operations, newest first.',
      examples: [
        ['tocsin operation list', 'the newest 50'],
        ['tocsin operation list --state running', 'what is under way'],
      ],
    },
    filters: OPERATION_FILTERS,
    columns: columnsAt,
    whenEmpty: { noun: ['operation', 'operations'] },
  })
}

function columnsAt(now: Instant): readonly Column<Received<'DeliveryOperation'>>[] {
  return [
    { title: 'ID', cell: (operation) => asText(operation.id), align: 'right' },
    { title: 'STATE', cell: describeOperationState },
    { title: 'DONE', cell: describeShare, align: 'right' },
    { title: 'CHANGED', cell: (operation) => asText(operation.changed), align: 'right' },
    { title: 'SKIPPED', cell: (operation) => asText(operation.skipped), align: 'right' },
    { title: 'CREATED', cell: (operation) => describeTime(operation.created_at, now) },
    { title: 'BY', cell: (operation) => asText(operation.created_by), shrinks: true },
    { title: 'WHAT', cell: describeTask, shrinks: true },
  ]
}

function defineOperationShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/delivery-operations/{id}',
    help: {
      summary: 'show the progress of an operation',
      description: 'Shows what an operation does, to which deliveries, and how far it is.',
      examples: [['tocsin operation show 5', 'its state, its share, and how many it changed']],
    },
    argument: 'id of the operation',
    draw: showOperation,
  })
}

function defineOperationStop(context: CliContext): Command {
  const command = new TaughtCommand('stop', {
    summary: 'stop an operation that is running',
    description: 'What the operation has done stays done; the other deliveries are left alone.',
    examples: [['tocsin operation stop 5', 'at once, between two steps']],
  })
  command.argument('<id>', 'id of the operation', parseId)
  return actOnService(command, context, async (session, _options, [id = '']) => {
    const { text, json } = await ask(session.client, 'POST', '/v1/delivery-operations/{id}/stop', { id })
    session.print(text, (screen) => screen.line(...describeEnd(json, context.clock.now())))
  })
}
