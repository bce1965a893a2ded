import type { Command } from 'commander'
import { failure, usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asText } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Session } from '../client/session.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { escapeForTerminal } from '../view/terminal-text.ts'

export function defineWebhookDelete(context: CliContext): Command {
  const command = new TaughtCommand('delete', {
    summary: 'delete a webhook',
    description:
      'Deletes a webhook; deliveries to it that have not ended are cancelled. Asks first; a script says --yes. To pause one instead: tocsin webhook edit ID --disabled.',
    examples: [
      ['tocsin webhook delete 3', 'asks whether it is the right one'],
      ['tocsin webhook delete 3 --yes', 'does not ask'],
    ],
  })
  command.argument('<id>', 'id of the webhook', parseId).option('-y, --yes', 'do not ask')
  return actOnService<{ readonly yes?: boolean }>(command, context, async (session, { yes }, [id = '']) => {
    const path = `/v1/webhooks/${id}`
    const etag = yes ? undefined : await askFirst(session, path)
    const { text } = await session.client.send({
      method: 'DELETE',
      path,
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    })
    session.print(text, (screen) => screen.line(`Webhook ${id} deleted.`))
  })
}

/** The revision that was shown, so that exactly that one is deleted. Throws if the answer is no. */
async function askFirst(session: Session, path: string): Promise<string | undefined> {
  const { terminal } = session.context
  if (!terminal.isInteractive) {
    throw usageError('There is nobody to ask whether to delete it; say so with --yes.')
  }
  const { json, etag } = await session.client.send({ method: 'GET', path })
  const webhook = asObject(json)
  const name = escapeForTerminal(`"${asText(webhook['name'])}" (${asText(webhook['url'])})`)
  const answer = await terminal.ask(`Delete webhook ${asText(webhook['id'])} ${name}? [y/N] `)
  if (!/^y(es)?$/i.test(answer.trim())) throw failure('Nothing was deleted.')
  return etag
}
