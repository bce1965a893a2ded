import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import type { EncryptionState } from '../../../storage/encryption-keys.ts'
import { actorOf } from '../../auth/actor.ts'
import { nullableText, resourceOf } from '../resource.ts'

const encryption = resourceOf<EncryptionState>()('Encryption', {
  enabled: [Type.Boolean('Whether new secrets are encrypted.'), ({ currentKeyId }) => currentKeyId !== null],
  current_key: [nullableText('The id of the key that encrypts; null: there is none.'), 'currentKeyId'],
  keys: [Type.Array(Type.String(), 'The ids of all keys that are set, the current one first.'), 'keyIds'],
  values: [
    Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1 },
      description:
        'How many stored secrets there are under each key, by its id; under `plain` those that are not encrypted.',
    }),
    'values',
  ],
})

const rotatedSchema = Type.Object('RotatedEncryption', {
  rotated: Type.Integer({ minimum: 0, description: 'The number of newly encrypted values.' }),
  ...encryption.schema.properties,
})

/** Routes for the keys of secrets at rest, and their rotation. */
export function encryptionRoutes({ store, clock }: ApiDeps): readonly Route[] {
  return [
    defineRoute({
      route: 'GET /v1/encryption',
      scope: 'admin',
      id: 'getEncryption',
      summary: 'Read the encryption of stored secrets',
      responses: { 200: ['The ids of the keys.', encryption.schema] },
      handler: async () => ({ status: 200, body: encryption.toWire(await store.describeEncryption()) }),
    }),
    defineRoute({
      route: 'POST /v1/encryption/rotate',
      scope: 'admin',
      id: 'rotateEncryption',
      summary: 'Encrypt all stored secrets under the current key',
      description:
        'In one transaction, while the service runs. Afterwards you can remove keys without values from the configuration. Repeating it changes nothing.',
      responses: {
        200: ['What was changed, and the present keys.', rotatedSchema],
        409: 'No encryption key is set.',
      },
      handler: async (input) => {
        const { sealedCount } = await store.rotateEncryption({ now: clock.now(), by: actorOf(input) })
        const state = encryption.toWire(await store.describeEncryption())
        return { status: 200, body: { rotated: sealedCount, ...state } }
      },
    }),
  ]
}
