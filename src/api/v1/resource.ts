import type { Static, TObject, TOptional, TSchema } from 'typebox'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import { Type } from '../routes/schema-builder.ts'
import { instantOrNull } from './shapes.ts'

/** The value of a member with this schema; undefined too where the member is optional. */
type Value<Schema extends TSchema> = Schema extends TOptional ? Static<Schema> | undefined : Static<Schema>

/** Names of the properties of `Source` whose values the schema allows as they are. */
type PropertyOf<Source, Allowed> = {
  [Name in keyof Source]: Source[Name] extends Allowed ? Name : never
}[keyof Source]

/** A member of a resource: its schema, and the property that it shows, or a function that reads it. */
type Member<Source, Schema extends TSchema> = readonly [
  schema: Schema,
  read:
    | PropertyOf<Source, Value<Schema> | Readonly<Value<Schema>>>
    | ((source: Source) => Value<Schema> | Readonly<Value<Schema>>),
]

export type MemberList<Source, Schemas extends Record<string, TSchema>> = {
  readonly [Name in keyof Schemas]: Member<Source, Schemas[Name]>
}

/** A resource of the API: its schema, and the mapping of what the service knows to it, made of one list of members. */
export interface Resource<Source, Schemas extends Record<string, TSchema>> {
  /** For another resource that has these members too. */
  readonly list: MemberList<Source, Schemas>
  readonly schema: TObject<Schemas>
  /** A member whose value is undefined is left out. */
  readonly toWire: (source: Source) => Static<TObject<Schemas>>
}

/** Defines a resource that shows a `Source`. `options`: title and description of its schema. */
export function resourceOf<Source>() {
  return <Schemas extends Record<string, TSchema>>(
    list: MemberList<Source, Schemas>,
    options: Readonly<Record<string, unknown>> = {},
  ): Resource<Source, Schemas> => {
    const members = Object.entries(list) as [string, readonly [TSchema, Reader<Source>]][]
    const schemas = Object.fromEntries(members.map(([name, [schema]]) => [name, schema])) as Schemas
    const readers = members.map(([name, [, read]]) => [name, readerOf(read)] as const)
    return {
      list,
      schema: Type.Object(schemas, options),
      toWire: (source) => {
        const wire: Record<string, unknown> = {}
        for (const [name, read] of readers) {
          const value = read(source)
          if (value !== undefined) wire[name] = value
        }
        return wire as Static<TObject<Schemas>>
      },
    }
  }
}

type Reader<Source> = keyof Source | ((source: Source) => unknown)

function readerOf<Source>(read: Reader<Source>): (source: Source) => unknown {
  return typeof read === 'function' ? read : (source) => source[read]
}

/** The members of a part, for a resource that shows them as its own. */
export function within<Source, Part, Schemas extends Record<string, TSchema>>(
  part: (source: Source) => Part,
  { list }: Pick<Resource<Part, Schemas>, 'list'>,
): MemberList<Source, Schemas> {
  const members = Object.entries(list) as [string, readonly [TSchema, Reader<Part>]][]
  const shown = members.map(([name, [schema, read]]) => {
    const readPart = readerOf(read)
    return [name, [schema, (source: Source) => readPart(part(source))]]
  })
  return Object.fromEntries(shown) as MemberList<Source, Schemas>
}

/** Reads the time in a property, as the API writes it. */
export const time =
  <Name extends string>(name: Name) =>
  (source: { readonly [Key in Name]: Instant }): string =>
    formatInstant(source[name])

export const timeOrNull =
  <Name extends string>(name: Name) =>
  (source: { readonly [Key in Name]?: Instant | null | undefined }): string | null =>
    instantOrNull(source[name] ?? null)

/** Reads a property that may be missing. */
export const orNull =
  <Name extends string>(name: Name) =>
  <Value>(source: { readonly [Key in Name]?: Value | null | undefined }): Value | null =>
    source[name] ?? null
