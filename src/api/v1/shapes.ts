import type { TNull, TSchema, TString, TUnion } from 'typebox'
import { Type } from '../routes/schema-builder.ts'
import { formatInstant, type Instant } from '../../domain/instant.ts'

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

export const issueSchema = Type.Object(
  {
    path: Type.String({ description: 'The field, e.g. `http_headers[0].http_header_value`.' }),
    message: Type.String({ description: 'The warning.' }),
  },
  { title: 'Issue' },
)

/** A `TextPosition`, also of rendered texts. */
export const positionSchema = Type.Object(
  {
    offset: Type.Integer({
      minimum: 0,
      description: 'Offset from the start, in UTF-16 code units.',
    }),
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
