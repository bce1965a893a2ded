import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asText } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineTokenRevoke(context: CliContext): Command {
  const command = new TaughtCommand('revoke', {
    summary: 'revoke a token',
    description: 'From then on the token is refused. It stays in the list, so that one can see who had one.',
    examples: [['tocsin token revoke 2', 'the token with the id 2']],
  })
  command.argument('<id>', 'id of the token', parseId)
  return actOnService(command, context, async (session, _options, [id = '']) => {
    const { text, json } = await session.client.send({ method: 'DELETE', path: `/v1/tokens/${id}` })
    session.print(text, (screen) =>
      screen.line(`Token ${id} ("${asText(asObject(json)['name'])}") is revoked.`),
    )
  })
}
