import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { defineDelete } from '../resource/by-id.ts'
import { defineList } from '../resource/list.ts'
import { asText, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Part } from '../view/screen.ts'
import { ROLES } from '../../src/domain/people/user.ts'
import { withoutUndefined } from '../../src/domain/without-undefined.ts'
import { actOnService, type ApiResult, ask, type Session } from '../client/session.ts'
import { oneOf, parseId } from '../options/option-values.ts'
import { usageError } from '../program/cli-error.ts'

export const defineUser = defineNoun('user', {
  summary: 'add, list, change and delete people who sign in',
  description:
    'People sign in to the console by name and password, each with a role. Programs use tokens: see tocsin token.',
  examples: {
    'tocsin user add --name "Ada Lovelace" --role operator': 'prints a link for choosing a password',
    'tocsin user list': 'who there is, and when they signed in last',
    'tocsin user invite 2': 'a new link, for a forgotten password',
  },
  verbs: (context) => [
    defineUserAdd(context),
    defineUserList(context),
    defineUserEdit(context),
    defineUserDelete(context),
    defineUserInvite(context),
  ],
})

const defineUserList = defineList({
  path: '/v1/users',
  help: {
    summary: 'list users',
    description: 'Lists who may sign in, with their roles and last sign-ins; disabled ones too.',
    examples: { 'tocsin user list': 'the first 50' },
  },
  columns: (now) => [
    { title: 'ID', cell: (user) => asText(user.id), align: 'right' },
    { title: 'NAME', cell: (user) => asText(user.name), shrinks: true },
    { title: 'ROLE', cell: (user) => asText(user.role) },
    { title: 'STATE', cell: describeState },
    { title: 'LAST SIGN-IN', cell: (user) => describeTime(user.last_sign_in_at, now) },
    { title: 'ADDED', cell: (user) => describeTime(user.created_at, now) },
  ],
  whenEmpty: { noun: ['user', 'users'] },
})

function describeState(user: Received<'User'>): Part {
  if (user.disabled === true) return { text: 'disabled', tone: 'warn' }
  const canSignIn = user.has_password === true || user.oidc !== null
  return canSignIn ? { text: 'enabled', tone: 'good' } : { text: 'invited', tone: 'dim' }
}

const defineUserDelete = defineDelete({
  path: '/v1/users/{id}',
  help: {
    summary: 'delete a user',
    description:
      'Deletes a user, who is signed out everywhere; what they did stays in the audit log. Asks first; a script says --yes. To keep them without access: tocsin user edit ID --disabled.',
    examples: {
      'tocsin user delete 3': 'asks whether it is the right one',
      'tocsin user delete 3 --yes': 'does not ask',
    },
  },
  noun: 'user',
  describe: describeUser,
})

function defineUserAdd(context: CliContext) {
  const command = new TaughtCommand('add', {
    summary: 'add a user',
    description: [
      'Adds somebody who signs in, and prints a link by which they choose their password, valid for 7 days. Roles:',
      '  viewer    Sees webhooks and deliveries.',
      '  operator  Changes them as well, and reads the audit log.',
      '  admin     Everything, users and tokens included.',
    ].join('\n'),
    examples: {
      'tocsin user add --name "Ada Lovelace" --role operator': 'for somebody on duty',
      'tocsin user add --name ada --role viewer --json': 'for a program: the code is in `invitation`',
    },
  })
    .requiredOption('--name <name>', 'what they sign in by; case makes no difference')
    .requiredOption('--role <role>', ROLES.join(', '), oneOf(ROLES))
  return actOnService(command, context, async (session, { name, role }) => {
    printInvitation(session, await ask(session.client, 'POST', '/v1/users', { body: { name, role } }))
  })
}

function defineUserEdit(context: CliContext) {
  const command = new TaughtCommand('edit', {
    summary: 'change the name or role of a user, disable or enable them',
    description:
      'What is not named stays as it is. Whoever is disabled or gets a lesser role is signed out everywhere.',
    examples: {
      'tocsin user edit 2 --role admin': 'they may do everything from now on',
      'tocsin user edit 2 --disabled': 'they cannot sign in any more',
    },
  })
    .argument('<id>', 'id of the user', parseId)
    .option('--name <name>', 'what they sign in by')
    .option('--role <role>', ROLES.join(', '), oneOf(ROLES))
    .option('--disabled', 'nobody can sign in as this user')
    .option('--enabled', 'they can sign in again')
  return actOnService(command, context, async (session, { name, role, disabled, enabled }, id) => {
    if (disabled && enabled)
      throw usageError('--disabled and --enabled exclude each other; give one of them.')
    const body = withoutUndefined({ name, role, disabled: disabled ?? (enabled && false) })
    if (Object.keys(body).length === 0)
      throw usageError('Nothing to change; give --name, --role, --disabled or --enabled.')
    const { text, json } = await ask(session.client, 'PATCH', '/v1/users/{id}', { id, body })
    session.print(text, (screen) => screen.line(`Changed: ${describeUser(json)}.`))
  })
}

function defineUserInvite(context: CliContext) {
  const command = new TaughtCommand('invite', {
    summary: 'print a link by which a user chooses a new password',
    description:
      'For somebody who has forgotten their password, or whose first link has expired. Links made for them before end; their present password counts until the link is used.',
    examples: { 'tocsin user invite 2': 'for the user with the id 2' },
  }).argument('<id>', 'id of the user', parseId)
  return actOnService(command, context, async (session, _options, id) => {
    printInvitation(session, await ask(session.client, 'POST', '/v1/users/{id}/invitation', { id }))
  })
}

/** Prints the link alone on stdout, so that a script can take it. */
function printInvitation(session: Session, { text, json: user }: ApiResult<Received<'InvitedUser'>>): void {
  const { invitation } = user
  const link = session.client.addressOf(asText(invitation?.path))
  session.print(text, (screen) => screen.line(link))
  session.note(
    `With that link ${describeUser(user)} chooses a password, once and until ${asText(invitation?.expires_at)}.`,
    'It is shown this once. Give it to them by a way that you trust; people may reach the service under another host.',
  )
}

function describeUser(user: Received<'User'>): string {
  return `"${asText(user.name)}" (user ${asText(user.id)}, ${asText(user.role)})`
}
