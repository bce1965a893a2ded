import type { Command } from 'commander'
import { failure, usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { parseId } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineWebhookUnsign(context: CliContext): Command {
  const command = new TaughtCommand('unsign', {
    summary: 'sign its requests no more',
    description:
      'Removes all signing secrets of a webhook: its requests carry no signature any more, and a receiver that checks them refuses. Asks first; a script says --yes. For another secret: tocsin webhook sign ID --rotate.',
    examples: [
      ['tocsin webhook unsign 3', 'asks first'],
      ['tocsin webhook unsign 3 --yes', 'does not ask'],
    ],
  })
  command.argument('<id>', 'id of the webhook', parseId).option('-y, --yes', 'do not ask')
  return actOnService<{ readonly yes?: boolean }>(command, context, async (session, { yes }, [id = '']) => {
    const { terminal } = context
    if (!yes && !terminal.isInteractive) {
      throw usageError('There is nobody to ask whether to remove its secrets; say so with --yes.')
    }
    const answer = yes ? 'y' : await terminal.ask(`Remove all signing secrets of webhook ${id}? [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw failure('Nothing was changed.')
    const { text } = await session.client.send({ method: 'DELETE', path: `/v1/webhooks/${id}/signing` })
    session.print(text, (screen) => screen.line(`Webhook ${id} does not sign its requests any more.`))
  })
}
