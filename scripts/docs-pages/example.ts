import type { JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import { alternativesOf, componentName } from './schema-words.ts'

export type Schemas = Readonly<Record<string, JsonSchema>>

/** Deeper than any value of ours; a schema that holds itself ends there. */
const DEPTH_MAX = 8

/** `full`: every member; `least`: those that have to be there, and one if none has to. */
export type ExampleKind = 'full' | 'least'

/** A value that has the shape of the schema, for people to begin with. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, kind: ExampleKind): unknown {
  return example(schema, { schemas, kind, depth: 0 })
}

interface Making {
  readonly schemas: Schemas
  readonly kind: ExampleKind
  readonly depth: number
}

function example(schema: JsonSchema, making: Making): unknown {
  if (making.depth > DEPTH_MAX) return null
  if (schema.$ref !== undefined) {
    return example(making.schemas[componentName(schema.$ref)] ?? {}, { ...making, depth: making.depth + 1 })
  }
  if ('const' in schema) return schema['const']
  const [given] = [...(schema.examples ?? []), ...(schema.enum ?? [])]
  if (given !== undefined) return given
  const [alternative] = alternativesOf(schema)
  if (alternative) return example(alternative, making)
  return exampleOfType(schema, making)
}

function exampleOfType(schema: JsonSchema, making: Making): unknown {
  const [type] = [schema.type ?? (schema.properties ? 'object' : 'string')].flat()
  switch (type) {
    case 'object':
      return exampleObject(schema, making)
    case 'array':
      return schema.items ? [example(schema.items, { ...making, depth: making.depth + 1 })] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return exampleText(schema)
  }
}

function exampleObject({ properties = {}, required = [] }: JsonSchema, making: Making): object {
  const names = Object.keys(properties)
  const chosen = making.kind === 'full' ? names : required.length > 0 ? required : names.slice(0, 1)
  const inner = { ...making, depth: making.depth + 1 }
  return Object.fromEntries(chosen.map((name) => [name, example(properties[name] ?? {}, inner)]))
}

function exampleText({ format, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2026-01-31T09:30:00Z'
  return '…'.padEnd(minLength, '…')
}
