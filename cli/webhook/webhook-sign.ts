import { usageError } from '../program/cli-error.ts'
import { actOnService, type ApiResult, ask, type Session } from '../client/session.ts'
import { type CliContext, confirm, requirePerson, TaughtCommand } from '../program/command.ts'
import { describeTime } from '../view/human-units.ts'
import { asObjects, asText, type Received } from '../view/response.ts'
import { durationText, parseId } from '../options/option-values.ts'
import type { Column } from '../view/screen.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { readTextFile } from '../options/files.ts'

/** Far more than a secret has. */
const SECRET_BYTES_MAX = 1024 ** 2

export function defineWebhookSign(context: CliContext) {
  const command = new TaughtCommand('sign', {
    summary: 'sign its requests, and change the secret',
    description:
      'Makes a webhook sign its requests by Standard Webhooks, and prints the secret that its receiver needs to check them. If it signs already, shows with which secrets; --rotate makes a new one, and those before stay valid beside it for a while, so that the receiver can take it over without a gap.',
    examples: {
      'tocsin webhook sign 1': 'begin to sign; the secret goes to stdout',
      'tocsin webhook sign 1 --rotate': 'a new secret; the one before is valid for another day',
      'tocsin webhook sign 1 --rotate --overlap 0s': 'a new secret at once, because the one before is known',
      'tocsin webhook sign 1 --show-secrets': 'all that are valid (with a token that has secrets:read)',
    },
  })
    .argument('<id>', 'id of the webhook', parseId)
    .option('--rotate', 'make a new secret though there is one')
    .option('--overlap <duration>', 'how long the others stay valid, up to 7d (default: 24h)', durationText)
    .option('--secret-file <file>', 'sign with the secret in this file (whsec_…); - reads stdin')
    .option('--show-secrets', 'show the secrets that are valid, and change nothing')
  return actOnService(command, context, async (session, options, id) => {
    const { rotate, overlap, secretFile, showSecrets } = options
    const wantsNew = rotate === true || secretFile !== undefined
    if (showSecrets && (wantsNew || overlap !== undefined)) {
      throw usageError('--show-secrets changes nothing, and cannot be given together with the others.')
    }
    if (showSecrets) return showAllSecrets(session, id)
    const state = await ask(session.client, 'GET', '/v1/webhooks/{id}/signing', { id })
    const isSigned = state.json.signed === true
    if (isSigned && !wantsNew && overlap !== undefined) {
      throw usageError('--overlap is for a new secret; give --rotate as well.')
    }
    if (isSigned && !wantsNew) return showState(session, id, state)
    return rotateSecret(session, id, overlap, secretFile)
  })
}

async function rotateSecret(
  session: Session,
  id: string,
  overlap: string | undefined,
  secretFile: string | undefined,
): Promise<void> {
  const { terminal } = session.context
  const rules = { option: '--secret-file', terminal, bytesMax: SECRET_BYTES_MAX }
  const secret = secretFile === undefined ? undefined : await readTextFile(secretFile, rules)
  const { text, json } = await ask(session.client, 'POST', '/v1/webhooks/{id}/signing/rotate', {
    id,
    body: { overlap, secret: secret?.trim() },
  })
  session.print(text, (screen) => screen.line(asText(json.secret)))
  const others = asObjects(json.secrets).slice(1)
  session.note(
    `That is the new signing secret of webhook ${id}: its receiver needs it to check the signatures.`,
    ...others.map(
      (known) =>
        `The one that ends in ${asText(known.hint)} is valid until ${asText(known.expires_at)}: till then every request is signed with it too.`,
    ),
  )
}

function showState(session: Session, id: string, { text, json }: ApiResult<Received<'Signing'>>): void {
  session.print(text, (screen) => {
    screen.line({ text: `Webhook ${id}`, tone: 'strong' }, ' signs its requests with')
    const columns = columnsAt(
      session.context.clock.now(),
      (known: Received<'SigningSecretHint'>) => `… ${asText(known.hint)}`,
    )
    screen.table(columns, asObjects(json.secrets))
  })
  session.note('A new secret: --rotate. The secrets themselves: --show-secrets.')
}

async function showAllSecrets(session: Session, id: string): Promise<void> {
  const { text, json } = await ask(session.client, 'GET', '/v1/webhooks/{id}/signing/secrets', { id })
  const secrets = asObjects(json.secrets)
  const columns = columnsAt(session.context.clock.now(), (known: Received<'SigningSecret'>) =>
    asText(known.secret),
  )
  session.print(text, (screen) => {
    if (secrets.length === 0) screen.line(`Webhook ${id} does not sign its requests.`)
    else screen.table(columns, secrets)
  })
}

function columnsAt<Known extends Received<'SigningSecret'> | Received<'SigningSecretHint'>>(
  now: Instant,
  secret: (known: Known) => string,
): readonly Column<Known>[] {
  return [
    { title: 'ID', cell: (known) => asText(known.id), align: 'right' },
    { title: 'SECRET', cell: secret },
    { title: 'CREATED', cell: (known) => describeTime(known.created_at, now) },
    {
      title: 'ENDS',
      cell: (known) => (known.expires_at === null ? 'never' : describeTime(known.expires_at, now)),
    },
  ]
}

export function defineWebhookUnsign(context: CliContext) {
  const command = new TaughtCommand('unsign', {
    summary: 'sign its requests no more',
    description:
      'Removes all signing secrets of a webhook: its requests carry no signature any more, and a receiver that checks them refuses. Asks first; a script says --yes. For another secret: tocsin webhook sign ID --rotate.',
    examples: {
      'tocsin webhook unsign 3': 'asks first',
      'tocsin webhook unsign 3 --yes': 'does not ask',
    },
  })
    .argument('<id>', 'id of the webhook', parseId)
    .option('-y, --yes', 'do not ask')
  return actOnService(command, context, async (session, { yes }, id) => {
    if (!yes) {
      requirePerson(context.terminal)
      const question = `Remove all signing secrets of webhook ${id}?`
      await confirm(context.terminal, question, 'Nothing was changed.')
    }
    const { text } = await ask(session.client, 'DELETE', '/v1/webhooks/{id}/signing', { id })
    session.print(text, (screen) => screen.line(`Webhook ${id} does not sign its requests any more.`))
  })
}
