import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { DURATION_PATTERN } from '../../../domain/spelling.ts'
import {
  liveSecrets,
  secretHint,
  SIGNING_SECRET_PATTERN,
  SIGNING_SECRETS_MAX,
  type SigningSecret,
} from '../../../domain/receiver/signature.ts'
import { requireWebhook } from '../../../domain/webhook/webhook-edit.ts'
import { rotateSigningSecret } from '../../../webhooks/sign-webhook.ts'
import { actorOf } from '../../auth/actor.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { readDuration } from '../body-members.ts'
import { instantSchema, nullableTime, resourceOf } from '../resource.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

const SECRET_TEXT =
  'The secret: `whsec_` and 24 to 64 bytes in base64, as the libraries of Standard Webhooks take it.'

const keyMembers = resourceOf<SigningSecret>()({
  id: Type.Integer({ minimum: 1, description: 'Counts from 1 within the webhook.' }),
  created_at: instantSchema('When it was created.'),
  expires_at: nullableTime('It signs until then; null: it is the newest.'),
})

const secretHintResource = resourceOf<SigningSecret>()('SigningSecretHint', {
  ...keyMembers.list,
  hint: [Type.String('The last characters of the secret.'), ({ secret }) => secretHint(secret)],
})

const secretResource = resourceOf<SigningSecret>()(
  { ...keyMembers.list, secret: [Type.String({ description: SECRET_TEXT }), 'secret'] },
  { title: 'SigningSecret' },
)

const signing = resourceOf<{ readonly live: readonly SigningSecret[] }>()('Signing', {
  signed: [Type.Boolean('Whether its requests are signed.'), ({ live }) => live.length > 0],
  secrets: [
    Type.Array(secretHintResource.schema, {
      maxItems: SIGNING_SECRETS_MAX,
      description: 'The valid secrets, newest first. Requests carry a signature of each.',
    }),
    ({ live }) => live.map(secretHintResource.toWire),
  ],
})

const rotatedSchema = Type.Object(
  { ...signing.schema.properties, secret: Type.String({ description: SECRET_TEXT }) },
  { title: 'RotatedSigning' },
)

const secretsSchema = Type.Object(
  { secrets: Type.Array(secretResource.schema, { maxItems: SIGNING_SECRETS_MAX }) },
  { title: 'SigningSecrets' },
)

const rotationSchema = Type.Closed('SigningRotation', {
  overlap: Type.Optional(
    documented(
      Type.String({
        maxLength: 20,
        description:
          'How long earlier secrets stay valid beside the new one, from `0s` to `7d`; default `24h`. Update the receivers within this time.',
      }),
      { pattern: DURATION_PATTERN, examples: ['24h'] },
    ),
  ),
  secret: Type.Optional(
    documented(
      Type.String({ maxLength: 200, description: `${SECRET_TEXT} Without it the service makes one.` }),
      { pattern: SIGNING_SECRET_PATTERN },
    ),
  ),
})

/** Returns the routes for Standard Webhooks secrets, which change without a gap. */
export function signingRoutes(deps: ApiDeps): readonly Route[] {
  return [getSigning(deps), rotateSigning(deps), getSecrets(deps), deleteSigning(deps)]
}

function getSigning({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id/signing',
    scope: 'webhooks:read',
    id: 'getSigning',
    summary: 'Read the signing of a webhook',
    noun: 'webhook',
    responses: { 200: ['The secrets, hidden except for their last characters.', signing.schema] },
    handler: async ({ id }) => {
      const { signingSecrets } = requireWebhook(await store.findWebhook(id), id)
      return { status: 200, body: signing.toWire({ live: liveSecrets(signingSecrets, clock.now()) }) }
    },
  })
}

function rotateSigning(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/signing/rotate',
    scope: 'webhooks:write',
    id: 'rotateSigning',
    summary: 'Sign with a new secret',
    description:
      'The first call makes the webhook sign its requests. Further calls add a secret; earlier ones stay valid for the overlap, and requests carry a signature of each. The response has the new secret; later only the scope secrets:read can read it.',
    noun: 'webhook',
    body: rotationSchema,
    bodyOptional: true,
    responses: {
      200: ['The new secret, and all valid ones.', rotatedSchema],
      409: 'Too many secrets would be valid.',
    },
    handler: async (input) => {
      const { overlap, secret: given } = input.body
      const overlapMs = overlap === undefined ? undefined : readDuration('overlap', overlap)
      const by = actorOf(input)
      const { webhook, secret } = await rotateSigningSecret(deps, input.id, by, given, overlapMs)
      const body = {
        ...signing.toWire({ live: liveSecrets(webhook.signingSecrets, deps.clock.now()) }),
        secret,
      }
      return { status: 200, body, headers: NOT_KEPT }
    },
  })
}

function getSecrets({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id/signing/secrets',
    scope: 'secrets:read',
    id: 'getSigningSecrets',
    summary: 'Read the signing secrets',
    noun: 'webhook',
    responses: { 200: ['The valid secrets, the newest first.', secretsSchema] },
    handler: async ({ id }) => {
      const { signingSecrets } = requireWebhook(await store.findWebhook(id), id)
      const secrets = liveSecrets(signingSecrets, clock.now()).map(secretResource.toWire)
      return { status: 200, body: { secrets }, headers: NOT_KEPT }
    },
  })
}

function deleteSigning({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/webhooks/:id/signing',
    scope: 'webhooks:write',
    id: 'deleteSigning',
    summary: 'Stop signing',
    description: 'Removes all signing secrets; requests carry no signature. Repeating it changes nothing.',
    noun: 'webhook',
    responses: { 204: 'Its requests are not signed.' },
    handler: async (input) => {
      await store.removeSigningSecrets(input.id, { now: clock.now(), by: actorOf(input) })
      return { status: 204 }
    },
  })
}
