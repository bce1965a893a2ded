import type { Static, TNull, TObject, TOptional, TSchema, TString, TUnion } from 'typebox'
import { formatInstant, type Instant } from '../../domain/instant.ts'
import { Type } from '../routes/route.ts'

/** The small schemas of responses. A `title` makes one a named component of the document. */

/** A time: the service knows times as numbers. */
export type TTime = TString & { readonly format: 'date-time' }
export type TTimeOrNull = TUnion<[TTime, TNull]>

export const instantSchema = (description?: string): TTime =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) }) as TTime

export const nullable = <Inner extends TSchema>(inner: Inner, description?: string) =>
  Type.Union([inner, Type.Null()], description === undefined ? {} : { description })

export const idSchema = (description: string) => Type.Integer({ minimum: 1, description })

export const count = (description: string) => Type.Integer({ minimum: 0, description })

export const nullableIdSchema = (description: string) => nullable(Type.Integer({ minimum: 1 }), description)

export const nullableTime = (description?: string): TTimeOrNull => nullable(instantSchema(), description)

export const nullableText = (description: string) => nullable(Type.String(), description)

/** A pattern for names would miss those with a newline. */
export const textMap = (description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  })

export function instantOrNull(at: Instant | null): string | null {
  return at === null ? null : formatInstant(at)
}

export const issueSchema = Type.Object('Issue', {
  path: Type.String('The field, e.g. `http_headers[0].http_header_value`.'),
  message: Type.String('The warning.'),
})

/** A `TextPosition`, also of rendered texts. */
export const positionSchema = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, description: 'Offset from the start, in UTF-16 code units.' }),
    length: Type.Integer({ minimum: 0, description: 'The measured amount; null: unknown.' }),
    line: Type.Integer({ minimum: 1, description: 'The line, from 1.' }),
    column: Type.Integer({ minimum: 1, description: 'The column, from 1, in characters.' }),
  },
  { title: 'TextPosition', description: 'A position in a text.' },
)

export const warningsSchema = Type.Array(
  Type.Object(
    { ...issueSchema.properties, position: Type.Optional(positionSchema) },
    { title: 'Warning', description: 'Where in the text; absent: the whole text.' },
  ),
  { description: 'Warnings; empty: there are none.' },
)

/**
 * A member of a resource. A schema alone shows the property of the same name in camelCase: times formatted,
 * missing values null if the schema allows it. A second entry names another property, or computes the
 * value.
 */
type Member<Source> = TSchema | readonly [TSchema, keyof Source | ((source: Source) => unknown)]

export type MemberList<Source> = Readonly<Record<string, Member<Source>>>

type SchemaOf<Entry> = Entry extends readonly [infer Schema extends TSchema, unknown]
  ? Schema
  : Entry extends TSchema
    ? Entry
    : never

type SchemasOf<List> = { [Name in keyof List]: SchemaOf<List[Name]> }

/** A resource of the API: one list of members gives its schema and its mapping. */
export interface Resource<Source, List> {
  /** For other resources with these members. */
  readonly list: List
  readonly schema: TObject<SchemasOf<List>>
  /** Leaves out members whose value is undefined. */
  readonly toWire: (source: Source) => Static<TObject<SchemasOf<List>>>
}

type Defined<Source, List> = [Mistakes<Source, List>] extends [never]
  ? Resource<Source, List>
  : MistakenList<Source, List>

type Options = Readonly<Record<string, unknown>>

/** `options`: title and description of its schema. */
interface DefineResource<Source> {
  <const List extends MemberList<Source>>(title: string, list: List): Defined<Source, List>
  <const List extends MemberList<Source>>(list: List, options?: Options): Defined<Source, List>
}

/** Defines a resource that shows a `Source`. */
export function resourceOf<Source>(): DefineResource<Source> {
  return <List extends MemberList<Source>>(given: List | string, other: Options = {}) => {
    const [list, options] =
      typeof given === 'string' ? [other as unknown as List, { title: given }] : [given, other]
    const members = membersOf<Source>(list)
    const schemas = Object.fromEntries(members.map(({ name, schema }) => [name, schema])) as SchemasOf<List>
    const resource: Resource<Source, List> = {
      list,
      schema: Type.Object(schemas, options),
      toWire: (source) => {
        const wire: Record<string, unknown> = {}
        for (const { name, read } of members) {
          const value = read(source)
          if (value !== undefined) wire[name] = value
        }
        return wire as Static<TObject<SchemasOf<List>>>
      },
    }
    return resource as never
  }
}

/** Returns the members of an inner resource, shown as the outer one's own. */
export function within<Source, Part, List extends MemberList<Part>>(
  part: (source: Source) => Part,
  { list }: Pick<Resource<Part, List>, 'list'>,
) {
  const shown = membersOf<Part>(list).map(({ name, schema, read }) => [
    name,
    [schema, (source: Source) => read(part(source))],
  ])
  return Object.fromEntries(shown) as {
    readonly [Name in keyof List]: readonly [
      SchemaOf<List[Name]>,
      (source: Source) => Static<SchemaOf<List[Name]>>,
    ]
  }
}

interface ReadMember<Source> {
  readonly name: string
  readonly schema: TSchema
  readonly read: (source: Source) => unknown
}

function membersOf<Source>(list: MemberList<Source>): readonly ReadMember<Source>[] {
  return Object.entries(list).map(([name, member]) => {
    const [schema, read = camelCase(name) as keyof Source] = isPair(member) ? member : [member]
    return { name, schema, read: typeof read === 'function' ? read : readProperty(read, schema) }
  })
}

function isPair<Source>(member: Member<Source>): member is Exclude<Member<Source>, TSchema> {
  return Array.isArray(member)
}

function readProperty<Source>(name: keyof Source, schema: TSchema): (source: Source) => unknown {
  const { format, anyOf = [] } = schema as {
    format?: string
    anyOf?: readonly { type?: string; format?: string }[]
  }
  const isTime = [{ format }, ...anyOf].some((one) => one.format === 'date-time')
  const absent = anyOf.some(({ type }) => type === 'null') ? null : undefined
  if (!isTime) return (source) => source[name] ?? absent
  return (source) => {
    const at = source[name] as Instant | null | undefined
    return at === null || at === undefined ? absent : formatInstant(at)
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name

/** Lacks the members of a resource, so that its use does not compile. */
interface MistakenList<Source, List> {
  readonly mistakenMembers: Mistakes<Source, List>
}

/** The names of members whose schema does not allow what they show. */
type Mistakes<Source, List> = {
  [Name in keyof List]: List[Name] extends readonly [infer Schema, infer Read]
    ? Read extends (source: never) => infer Value
      ? Unless<Value, Allowed<Schema>, Name>
      : Unless<Source[Read & keyof Source], Property<Schema>, Name>
    : CamelCase<Name> extends keyof Source
      ? Unless<Source[CamelCase<Name>], Property<List[Name]>, Name>
      : Name
}[keyof List]

type Unless<Shown, Limit, Name> = [Shown] extends [Limit] ? never : Name

/** The values that a function may return for such a member. */
type Allowed<Schema> = Schema extends TOptional ? Plain<Schema> | undefined : Plain<Schema>
type Plain<Schema> = Schema extends TSchema ? Static<Schema> | Readonly<Static<Schema>> : never

/** The values of a property that such a member shows. */
type Property<Schema> = Schema extends TTime
  ? Instant
  : Schema extends TTimeOrNull
    ? Instant | null | undefined
    : null extends Plain<Schema>
      ? Allowed<Schema> | undefined
      : Allowed<Schema>
