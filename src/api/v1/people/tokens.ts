import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { DURATION_PATTERN } from '../../../domain/spelling.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { isScope, SCOPES, type Token } from '../../../domain/people/token.ts'
import { visiblePattern } from '../../../domain/people/visible-text.ts'
import { createToken, revokeToken, type TokenDeps } from '../../../tokens/tokens.ts'
import { actorOf } from '../../auth/actor.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { readDuration } from '../body-members.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { pageUpwards, readList } from '../read-routes.ts'
import { idSchema, instantSchema, nullableTime, resourceOf } from '../resource.ts'

const NAME_CHARACTERS_MAX = 100
const EXPIRY_MS_MIN = 60_000
const EXPIRY_MS_MAX = 3650 * 86_400_000

const query = defineQuery(PAGING)

const scopeSchema = Type.Enum(Object.keys(SCOPES).filter(isScope))

const newTokenSchema = Type.Closed('NewToken', {
  name: documented(
    Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Who uses the token.' }),
    { pattern: visiblePattern(NAME_CHARACTERS_MAX) },
  ),
  scopes: Type.Array(scopeSchema, {
    minItems: 1,
    maxItems: Object.keys(SCOPES).length,
    uniqueItems: true,
    'x-hint': 'must not name a scope twice',
    description: 'The scopes of the token.',
  }),
  expires_in: Type.Optional(
    documented(
      Type.String({
        maxLength: 20,
        description:
          'How long the token is valid, e.g. `90d`: from `1m` to `3650d`. Default: until it is revoked.',
      }),
      { pattern: DURATION_PATTERN, examples: ['90d'] },
    ),
  ),
})

/** Lists its members, because a stored token also has a hash. */
const tokenResource = resourceOf<Token>()('Token', {
  id: idSchema('The id of the token.'),
  name: Type.String('Who uses it.'),
  scopes: Type.Array(scopeSchema, 'The scopes of the token.'),
  prefix: Type.String('The first characters of its secret.'),
  created_at: instantSchema('When it was created.'),
  expires_at: nullableTime('When it expires; null: never.'),
  revoked_at: nullableTime('When it was revoked.'),
  last_used_at: nullableTime('When it was last used, within 10 seconds.'),
})

const tokenWithSecretSchema = Type.Object('TokenWithSecret', {
  ...tokenResource.schema.properties,
  token: Type.String('The secret. It is shown this once only.'),
})

/** Returns the routes for tokens; they need the scope `admin`. */
export function tokenRoutes(deps: TokenDeps): readonly Route[] {
  return [listTokens(deps), postToken(deps), deleteToken(deps)]
}

function listTokens({ store }: TokenDeps): Route {
  return readList({
    path: '/v1/tokens',
    scope: 'admin',
    id: 'listTokens',
    summary: 'List tokens, revoked ones included, ordered by id',
    nouns: 'tokens; never their secrets',
    query,
    schema: tokenResource.schema,
    read: async (_, page) => pageUpwards(await store.listTokens(), page),
    show: (tokens) => tokens.map(tokenResource.toWire),
  })
}

function postToken(deps: TokenDeps): Route {
  return defineRoute({
    route: 'POST /v1/tokens',
    scope: 'admin',
    id: 'createToken',
    summary: 'Create a token',
    description: 'Only this response contains the secret; Tocsin stores its hash.',
    body: newTokenSchema,
    responses: {
      201: ['The token, with its secret.', tokenWithSecretSchema],
      409: 'There are too many live tokens.',
    },
    handler: async (input) => {
      const { name, scopes, expires_in: expiresIn } = input.body
      const { token, secret } = await createToken(
        {
          name,
          scopes,
          expiresInMs: expiresIn === undefined ? null : readExpiry(expiresIn),
          by: actorOf(input),
        },
        deps,
      )
      return {
        status: 201,
        headers: { 'cache-control': 'no-store' },
        body: { ...tokenResource.toWire(token), token: secret },
      }
    },
  })
}

function deleteToken(deps: TokenDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/tokens/:id',
    scope: 'admin',
    id: 'revokeToken',
    summary: 'Revoke a token',
    description: 'It stays in the list, as revoked. Repeating it changes nothing.',
    noun: 'token',
    responses: {
      200: ['The revoked token.', tokenResource.schema],
      409: 'It is the last live token with the scope admin.',
    },
    handler: async (input) => {
      const { id } = input
      const token = await revokeToken({ id, by: actorOf(input) }, deps)
      return { status: 200, body: tokenResource.toWire(token) }
    },
  })
}

function readExpiry(text: string): number {
  const expiresInMs = readDuration('expires_in', text)
  if (expiresInMs < EXPIRY_MS_MIN || expiresInMs > EXPIRY_MS_MAX) {
    throw invalidRequest([{ path: 'expires_in', message: `is "${text}", but must be from 1m to 3650d` }])
  }
  return expiresInMs
}
