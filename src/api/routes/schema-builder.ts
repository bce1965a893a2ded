import type { Type as TypeBox } from 'typebox'

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

type Schema = Readonly<Record<string, unknown>>
type Members = Readonly<Record<string, Schema>>

/** Optional members, which object schemas leave out of `required`. */
const optional = new WeakSet<Schema>()

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: (properties: Members, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: toOptional,
  Partial: ({ properties }: { readonly properties: Members }, options?: Schema) => ({
    type: 'object',
    // Its members may be used in another object.
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, toOptional(schema)]),
    ),
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
}

function toOptional(schema: Schema): Schema {
  const copy = { ...schema }
  optional.add(copy)
  return copy
}

function isOptional(schema: Schema | undefined): boolean {
  return schema !== undefined && optional.has(schema)
}

/**
 * Builds JSON schemas like TypeBox and with its types, so that `Static` works. The library itself would cost a running
 * service 6 MB.
 */
export const Type = builders as unknown as Builders
