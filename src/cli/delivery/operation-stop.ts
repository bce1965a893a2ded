import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject } from '../view/json-value.ts'
import { describeEnd } from './operation-words.ts'
import { parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineOperationStop(context: CliContext): Command {
  const command = new TaughtCommand('stop', {
    summary: 'stop an operation that is running',
    description: 'What the operation has done stays done; the other deliveries are left alone.',
    examples: [['tocsin operation stop 5', 'at once, between two steps']],
  })
  command.argument('<id>', 'id of the operation', parseId)
  return actOnService(command, context, async (session, _options, [id = '']) => {
    const path = `/v1/delivery-operations/${id}/stop`
    const { text, json } = await session.client.send({ method: 'POST', path })
    session.print(text, (screen) => screen.line(...describeEnd(asObject(json), context.clock.now())))
  })
}
