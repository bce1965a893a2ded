import { describeSchema, type Components, type JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import { NEW_WEBHOOK } from '../../src/api/v1/webhooks/webhook-wire.ts'
import { DEFINITION_MEMBERS } from '../../src/cli/definitions/definition.ts'
import { PRESETS } from '../../src/presets/presets.ts'

/** What the tool takes beside the members of the route, or in the place of one. */
const OWN_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  fallback: {
    type: ['string', 'null'],
    description:
      'Name of the webhook that is notified when a delivery of this one ends as failed; null: none.',
  },
  signing_secret: {
    type: ['string', 'null'],
    description:
      'Requests are signed with it (Standard Webhooks): `whsec_` and 24 to 64 bytes in base64. Better a reference than the secret itself. Not given: the signing stays as it is.',
  },
  preset: {
    type: 'string',
    enum: PRESETS.map(({ id }) => id),
    description: 'The preset to begin with; other members written here replace its own.',
  },
  fields: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The values that the preset needs, by the names of its fields, such as `url`.',
  },
}

/** For editors: the JSON Schema of the files of `tocsin apply`, made of the schema of `POST /v1/webhooks`. */
export function definitionsSchema(): string {
  const components: Components = { schemas: {} }
  describeSchema(NEW_WEBHOOK, components)
  const { name, ...others } = withoutPatterns(components.schemas['NewWebhook'])?.properties ?? {}
  const properties: Readonly<Record<string, JsonSchema | undefined>> = {
    name: { ...name, description: 'What the webhook is found by: no two have the same.' },
    ...others,
    ...OWN_MEMBERS,
  }
  const members = [...DEFINITION_MEMBERS, 'preset', 'fields']
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Webhooks of Tocsin',
    description:
      'Definitions for `tocsin apply`. Any text may have references: ${NAME} to the environment, ${file:/path} to a file; $${ is a literal ${.',
    type: 'object',
    required: ['webhooks'],
    additionalProperties: false,
    properties: {
      webhooks: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          anyOf: [{ required: ['url'] }, { required: ['preset'] }],
          additionalProperties: false,
          properties: Object.fromEntries(members.map((member) => [member, properties[member]])),
        },
      },
    },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

/** What a text looks like is judged when its references are filled in. */
function withoutPatterns(schema: JsonSchema | undefined): JsonSchema | undefined {
  return (
    schema && JSON.parse(JSON.stringify(schema, (name, value) => (name === 'pattern' ? undefined : value)))
  )
}
