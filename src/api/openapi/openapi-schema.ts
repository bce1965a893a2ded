import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'

/** A JSON Schema in a document, as far as it is read here. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly additionalProperties?: boolean | JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly contentSchema?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly [keyword: string]: unknown
}

export interface Components {
  readonly schemas: Record<string, JsonSchema>
}

/** Members that map names to schemas: a property called `title` is no title. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs'])

/** Members whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required', 'type'])

/**
 * Describes a route's schema. A `title` makes it a component; `x-value` replaces what the validator sees as text; other
 * `x-` keywords are for our validator and stay out.
 */
export function describeSchema(schema: TSchema, components: Components): JsonSchema {
  // The copy drops hidden symbols of the schema library.
  return describe(JSON.parse(JSON.stringify(schema)) as JsonSchema, components)
}

/** Leaves validation unchanged; the document shows limits that another rule enforces. */
export function documented<Schema extends TSchema>(schema: Schema, limits: JsonSchema): Schema {
  return { ...schema, 'x-value': { ...schema, ...limits } }
}

function describe(schema: JsonSchema, components: Components): JsonSchema {
  const { 'x-value': value, ...validated } = schema
  if (value !== undefined) {
    const { description } = schema
    return describe(
      { ...(description !== undefined && { description }), ...(value as JsonSchema) },
      components,
    )
  }
  const title = schema['title']
  const words = schema['enum']
  // Generators of clients need the type; validation does not.
  const isText =
    schema.type === undefined && Array.isArray(words) && words.every((word) => typeof word === 'string')
  const described: JsonSchema = Object.fromEntries(
    Object.entries({ ...(isText && { type: 'string' }), ...validated })
      .filter(([keyword]) => keyword !== 'title' && !keyword.startsWith('x-'))
      .map(([keyword, inner]) => [keyword, describeKeyword(keyword, inner, components)]),
  )
  return typeof title === 'string' ? addComponent(title, described, components) : described
}

function describeKeyword(keyword: string, inner: unknown, components: Components): unknown {
  if (DATA.has(keyword) || typeof inner !== 'object' || inner === null) return inner
  if (MAPS.has(keyword)) {
    const entries = Object.entries(inner as Record<string, JsonSchema>)
    return Object.fromEntries(entries.map(([name, schema]) => [name, describe(schema, components)]))
  }
  if (Array.isArray(inner)) return inner.map((schema: JsonSchema) => describe(schema, components))
  return describe(inner as JsonSchema, components)
}

function addComponent(name: string, schema: JsonSchema, { schemas }: Components): JsonSchema {
  const known = schemas[name]
  if (known) assert.deepEqual(schema, known, `two different schemas have the title ${name}`)
  schemas[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}
