import { describeSchema, type Components, type JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import { entrySchema } from '../../src/api/v1/webhook-set/webhook-set-wire.ts'
import { windowEntrySchema } from '../../src/api/v1/windows/window-wire.ts'
import { WINDOW_MEMBERS } from '../../cli/definitions/window-definition.ts'
import { DEFINITION_MEMBERS } from '../../cli/definitions/webhook-definition.ts'
import { PRESETS } from '../../src/presets/presets.ts'

/** Members that the reader passes over, for anchors and for people. */
const EXTENSIONS: JsonSchema = { '^x-': {} }

const PRESET = 'The preset to begin with; other members written here replace its own.'

/** For editors: the JSON Schema of the files of `tocsin apply`, made of the schema of `PUT /v1/webhooks`. */
export function definitionsSchema(): string {
  const components: Components = { schemas: {} }
  describeSchema(entrySchema, components)
  const properties: Readonly<Record<string, JsonSchema | undefined>> = {
    ...withoutPatterns(components.schemas['WebhookOfSet'])?.properties,
    preset: { type: 'string', enum: PRESETS.map(({ id }) => id), description: PRESET },
  }
  const members = [...DEFINITION_MEMBERS, 'preset', 'fields']
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Webhooks of Tocsin',
    description:
      'Definitions for `tocsin apply`. Any text may have references: ${NAME} to the environment, ${NAME:-text} with a text for where it is not set, ${file:/path} to a file; $${ is a literal ${.',
    type: 'object',
    anyOf: [{ required: ['webhooks'] }, { required: ['windows'] }],
    additionalProperties: false,
    patternProperties: EXTENSIONS,
    properties: {
      webhooks: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          anyOf: [{ required: ['url'] }, { required: ['preset'] }],
          additionalProperties: false,
          patternProperties: EXTENSIONS,
          properties: Object.fromEntries(members.map((member) => [member, properties[member]])),
        },
      },
      windows: windowsSchema(),
    },
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function windowsSchema(): JsonSchema {
  const components: Components = { schemas: {} }
  describeSchema(windowEntrySchema, components)
  const { properties = {} } = withoutPatterns(components.schemas['WindowOfSet']) ?? {}
  return {
    type: 'array',
    items: {
      type: 'object',
      required: ['name', 'match', 'zone', 'begins', 'for', 'reason'],
      additionalProperties: false,
      patternProperties: EXTENSIONS,
      properties: Object.fromEntries(WINDOW_MEMBERS.map((member) => [member, properties[member] ?? {}])),
    },
  }
}

/** The form of a text is checked when its references are filled in. */
function withoutPatterns(schema: JsonSchema | undefined): JsonSchema | undefined {
  return (
    schema && JSON.parse(JSON.stringify(schema, (name, value) => (name === 'pattern' ? undefined : value)))
  )
}
