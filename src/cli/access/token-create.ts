import type { Command } from 'commander'
import { isScope, SCOPES, type Scope } from '../../domain/people/token.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { asObject, asText, asTexts } from '../view/json-value.ts'
import { durationText, severalOf } from '../options/option-values.ts'
import { TaughtCommand } from '../program/taught-command.ts'

const SCOPE_NAMES = Object.keys(SCOPES).filter(isScope)

interface CreateOptions {
  readonly name: string
  readonly scope: readonly Scope[]
  readonly expiresIn?: string
}

export function defineTokenCreate(context: CliContext): Command {
  const command = new TaughtCommand('create', {
    summary: 'create a token',
    description: [
      'Creates a token and prints its secret, once: the service keeps only a hash of it. Scopes:',
      ...SCOPE_NAMES.map((scope) => `  ${scope.padEnd(16)}  ${SCOPES[scope]}`),
    ].join('\n'),
    examples: [
      ['tocsin token create --name prometheus --scope events:write', 'for a monitor'],
      [
        'tocsin token create --name deploy-script --scope webhooks:read,webhooks:write --expires-in 90d',
        'for a script, for three months',
      ],
      [
        'tocsin token create --name ci --scope events:write --json',
        'for a program: the secret is in `token`',
      ],
    ],
  })
  command
    .requiredOption('--name <name>', 'who will use it')
    .requiredOption('--scope <scopes>', 'what it may do; several with commas', severalOf(SCOPE_NAMES))
    .option(
      '--expires-in <duration>',
      'how long it is valid, e.g. 90d (default: until revoked)',
      durationText,
    )
  return actOnService<CreateOptions>(command, context, async (session, { name, scope, expiresIn }) => {
    const { text, json } = await session.client.send({
      method: 'POST',
      path: '/v1/tokens',
      body: { name, scopes: [...new Set(scope)], ...(expiresIn !== undefined && { expires_in: expiresIn }) },
    })
    const token = asObject(json)
    session.print(text, (screen) => screen.line(asText(token['token'])))
    session.note(
      `That is the secret of token ${asText(token['id'])} ("${asText(token['name'])}": ${asTexts(token['scopes']).join(', ')}).`,
      'It is shown this once. It is sent as `Authorization: Bearer <secret>` or `X-Auth-Token: <secret>`.',
    )
  })
}
