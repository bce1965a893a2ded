import type { Command } from 'commander'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { addSilenceOptions, toSilenceBody, type SilenceOptions } from './silence-options.ts'
import { showSilence } from './silence-view.ts'

export function defineSilenceEdit(context: CliContext): Command {
  const command = new TaughtCommand('edit', {
    summary: 'change a silence that has not ended',
    description:
      'Changes what is given. The end and the reason can always be changed; the matchers, the webhooks and the begin only before the silence begins.',
    examples: [
      ['tocsin silence edit 5 --for 1h', 'let it end in an hour'],
      ['tocsin silence edit 5 --until 2026-09-15T06:00:00Z --reason "patching takes longer"', 'until a time'],
    ],
  })
  command.argument('<id>', 'id of the silence', parseId)
  addSilenceOptions(command, context)
  return actOnService<SilenceOptions>(command, context, async (session, options, [id = '']) => {
    const body = toSilenceBody(options)
    if (Object.values(body).every((value) => value === undefined))
      throw usageError('There is nothing to change.', ['See: tocsin silence edit --help'])
    const { text, json } = await ask(session.client, 'PATCH', '/v1/silences/{id}', { id, body })
    session.print(text, (screen) => showSilence(screen, json, context.clock.now()))
  })
}
