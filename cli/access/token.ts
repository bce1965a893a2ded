import { parseInstant, type Instant } from '../../src/domain/instant.ts'
import { isScope, SCOPES } from '../../src/domain/people/token.ts'
import { actOnService, ask } from '../client/session.ts'
import { durationText, parseId, severalOf } from '../options/option-values.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { asText, asTexts, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Part } from '../view/screen.ts'

const SCOPE_NAMES = Object.keys(SCOPES).filter(isScope)

export const defineToken = defineNoun('token', {
  summary: 'create, list and revoke tokens',
  description:
    'Every call of the service needs a token, and a token has scopes: give each monitor and each script one of its own, with no more than it needs.',
  examples: {
    'tocsin token create --name prometheus --scope events:write': 'for a monitor that reports alerts',
    'tocsin token list': 'who has one, and when it was last used',
    'tocsin token revoke 2': 'from now on it is refused',
  },
  verbs: (context) => [defineTokenCreate(context), defineTokenList(context), defineTokenRevoke(context)],
})

function defineTokenCreate(context: CliContext) {
  const command = new TaughtCommand('create', {
    summary: 'create a token',
    description: [
      'Creates a token and prints its secret, once: the service keeps only a hash of it. Scopes:',
      ...SCOPE_NAMES.map((scope) => `  ${scope.padEnd(16)}  ${SCOPES[scope]}`),
    ].join('\n'),
    examples: {
      'tocsin token create --name prometheus --scope events:write': 'for a monitor',
      'tocsin token create --name deploy-script --scope webhooks:read,webhooks:write --expires-in 90d':
        'for a script, for three months',
      'tocsin token create --name ci --scope events:write --json': 'for a program: the secret is in `token`',
    },
  })
    .requiredOption('--name <name>', 'who will use it')
    .requiredOption('--scope <scopes>', 'what it may do; several with commas', severalOf(SCOPE_NAMES))
    .option(
      '--expires-in <duration>',
      'how long it is valid, e.g. 90d (default: until revoked)',
      durationText,
    )
  return actOnService(command, context, async (session, { name, scope, expiresIn }) => {
    const body = { name, scopes: [...new Set(scope)], expires_in: expiresIn }
    const { text, json: token } = await ask(session.client, 'POST', '/v1/tokens', { body })
    session.print(text, (screen) => screen.line(asText(token.token)))
    session.note(
      `That is the secret of token ${asText(token.id)} ("${asText(token.name)}": ${asTexts(token.scopes).join(', ')}).`,
      'It is shown this once. It is sent as `Authorization: Bearer <secret>` or `X-Auth-Token: <secret>`.',
    )
  })
}

const defineTokenList = defineList({
  path: '/v1/tokens',
  help: {
    summary: 'list tokens',
    description:
      'Lists the tokens with their scopes and last uses; revoked and expired ones too. Secrets are not kept.',
    examples: { 'tocsin token list': 'the first 50' },
  },
  columns: (now) => [
    { title: 'ID', cell: (token) => asText(token.id), align: 'right' },
    { title: 'NAME', cell: (token) => asText(token.name), shrinks: true },
    { title: 'PREFIX', cell: (token) => asText(token.prefix) },
    { title: 'STATE', cell: (token) => describeValidity(token, now) },
    { title: 'LAST USED', cell: (token) => describeTime(token.last_used_at, now) },
    { title: 'CREATED', cell: (token) => describeTime(token.created_at, now) },
    { title: 'SCOPES', cell: (token) => asTexts(token.scopes).join(', '), shrinks: true },
  ],
  whenEmpty: { noun: ['token', 'tokens'] },
})

function describeValidity(token: Received<'Token'>, now: Instant): Part {
  if (asText(token.revoked_at) !== '') {
    return { text: `revoked ${describeTime(token.revoked_at, now)}`, tone: 'dim' }
  }
  const expiresAt = parseInstant(asText(token.expires_at))
  if (expiresAt === undefined) return { text: 'valid', tone: 'good' }
  const when = describeTime(token.expires_at, now)
  return expiresAt <= now
    ? { text: `expired ${when}`, tone: 'warn' }
    : { text: `valid, expires ${when}`, tone: 'good' }
}

function defineTokenRevoke(context: CliContext) {
  const command = new TaughtCommand('revoke', {
    summary: 'revoke a token',
    description: 'From then on the token is refused. It stays in the list, so that one can see who had one.',
    examples: { 'tocsin token revoke 2': 'the token with the id 2' },
  }).argument('<id>', 'id of the token', parseId)
  return actOnService(command, context, async (session, _options, id) => {
    const { text, json } = await ask(session.client, 'DELETE', '/v1/tokens/{id}', { id })
    session.print(text, (screen) => screen.line(`Token ${id} ("${asText(json.name)}") is revoked.`))
  })
}
