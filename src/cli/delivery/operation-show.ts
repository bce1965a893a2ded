import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeTime } from '../view/human-time.ts'
import { asObject, asText } from '../view/json-value.ts'
import { describeCounts, describeOperationState, describeShare, describeTask } from './operation-words.ts'
import { parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineOperationShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'tell how far an operation is',
    description: 'Shows what an operation does, to which deliveries, and how far it is.',
    examples: [['tocsin operation show 5', 'its state, its share, and how many it changed']],
  })
  command.argument('<id>', 'id of the operation', parseId)
  return actOnService(command, context, async (session, _options, [id = '']) => {
    const { text, json } = await session.client.send({ method: 'GET', path: `/v1/delivery-operations/${id}` })
    const operation = asObject(json)
    const now = context.clock.now()
    session.print(text, (screen) => {
      screen.line({ text: `Operation ${id}: `, tone: 'strong' }, describeOperationState(operation))
      screen.fields([
        ['what', describeTask(operation)],
        ['reason', asText(operation['reason'])],
        ['done', describeShare(operation)],
        ['examined', asText(operation['examined'])],
        ['changed', asText(operation['changed'])],
        ['skipped', asText(operation['skipped'])],
        ['did', describeCounts(operation)],
        ['begun', describeTime(operation['created_at'], now)],
        ['by', asText(operation['created_by'])],
        [
          'ended',
          asText(operation['finished_at']) === '' ? undefined : describeTime(operation['finished_at'], now),
        ],
      ])
      if (operation['state'] === 'running') screen.line(`Stop it with: tocsin operation stop ${id}`)
    })
  })
}
