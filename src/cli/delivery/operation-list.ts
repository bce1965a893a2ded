import type { Command } from 'commander'
import { OPERATION_STATES, type OperationState } from '../../domain/operation/operation.ts'
import type { Instant } from '../../domain/instant.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asText, type JsonObject } from '../view/json-value.ts'
import { describeOperationState, describeShare, describeTask } from './operation-words.ts'
import { addPageOptions, itemLimit, severalOf, type PageOptions } from '../options/option-values.ts'
import { printList } from '../client/session.ts'
import type { Column } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

interface OperationListOptions extends PageOptions {
  readonly state?: readonly OperationState[]
}

export function defineOperationList(context: CliContext): Command {
  const command = new TaughtCommand('list', {
    summary: 'list operations on many deliveries',
    description: 'Lists operations, newest first.',
    examples: [
      ['tocsin operation list', 'the newest 50'],
      ['tocsin operation list --state running', 'what is under way'],
    ],
  })
  command.option(
    '--state <states>',
    `${OPERATION_STATES.join(', ')}; several with commas`,
    severalOf(OPERATION_STATES),
  )
  addPageOptions(command)
  return actOnService<OperationListOptions>(command, context, (session, options) =>
    printList(session, {
      path: '/v1/delivery-operations',
      query: { state: options.state?.join(','), cursor: options.cursor },
      limit: itemLimit(options),
      columns: columnsAt(context.clock.now()),
      whenEmpty: 'There are no such operations.',
    }),
  )
}

function columnsAt(now: Instant): readonly Column<JsonObject>[] {
  return [
    { title: 'ID', cell: (operation) => asText(operation['id']), align: 'right' },
    { title: 'STATE', cell: describeOperationState },
    { title: 'DONE', cell: describeShare, align: 'right' },
    { title: 'CHANGED', cell: (operation) => asText(operation['changed']), align: 'right' },
    { title: 'SKIPPED', cell: (operation) => asText(operation['skipped']), align: 'right' },
    { title: 'BEGUN', cell: (operation) => describeTime(operation['created_at'], now) },
    { title: 'BY', cell: (operation) => asText(operation['created_by']), shrinks: true },
    { title: 'WHAT', cell: describeTask, shrinks: true },
  ]
}
