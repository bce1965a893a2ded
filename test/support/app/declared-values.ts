import * as fc from 'fast-check'
import type { JsonSchema } from '../../../src/api/openapi/openapi-schema.ts'

/** A value, and what it shows of its schema. */
export interface Probe {
  readonly what: string
  readonly value: unknown
}

export interface Probes {
  /** On the very limits. */
  readonly inside: readonly Probe[]
  /** One step beyond. */
  readonly outside: readonly Probe[]
}

/** The limits that a schema declares, each as a value that keeps it just so and one that just does not. */
export function probesOf(schema: JsonSchema): Probes {
  const probes = [probesOfType, probesOfText, probesOfNumber, probesOfList].flatMap((find) => find(schema))
  const pick = (isInside: boolean) =>
    probes.filter((probe) => probe.isInside === isInside).map(({ what, value }) => ({ what, value }))
  return { inside: pick(true), outside: pick(false) }
}

interface Sided extends Probe {
  readonly isInside: boolean
}

const inside = (what: string, value: unknown): Sided => ({ what, value, isInside: true })
const outside = (what: string, value: unknown): Sided => ({ what, value, isInside: false })

function probesOfType(schema: JsonSchema): readonly Sided[] {
  const words = schema['enum'] as readonly unknown[] | undefined
  if (words)
    return [...words.map((word) => inside('one of its words', word)), outside('another word', 'no-such-word')]
  if (schema['format'] === 'date-time') {
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
    return [inside('a time', anHourAgo), outside('no time', anHourAgo.slice(0, 10))]
  }
  if (isOf(schema, 'boolean'))
    return [
      inside('yes', true),
      inside('no', false),
      ...(isOf(schema, 'number') ? [] : [outside('a number', 7)]),
    ]
  if (isOf(schema, 'integer') || isOf(schema, 'string'))
    return isOf(schema, 'null') ? [inside('null', null)] : []
  return []
}

function probesOfNumber(schema: JsonSchema): readonly Sided[] {
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  if (!isOf(schema, 'integer')) return []
  return [
    ...(minimum === undefined
      ? []
      : [inside('the least', minimum), outside('less than the least', minimum - 1)]),
    ...(maximum === undefined
      ? []
      : [inside('the most', maximum), outside('more than the most', maximum + 1)]),
    outside('a fraction', 1.5),
  ]
}

function probesOfList(schema: JsonSchema): readonly Sided[] {
  const { items, minItems = 0, maxItems } = schema as ListLimits
  if (!items || !isOf(schema, 'array')) return []
  const { least } = membersOf(items)
  const entries = (count: number) => Array.from({ length: count }, () => least)
  return [
    ...(minItems === 0
      ? [inside('an empty list', [])]
      : [outside('too short a list', entries(minItems - 1))]),
    ...(maxItems === undefined ? [] : [outside('too long a list', entries(maxItems + 1))]),
  ]
}

interface ListLimits {
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
}

function probesOfText(schema: JsonSchema): readonly Sided[] {
  if (!isOf(schema, 'string') || schema['enum'] !== undefined || schema['format'] !== undefined) return []
  const { minLength = 0, maxLength, pattern } = schema as TextLimits
  const sample = sampleText(schema)
  return [
    inside('a text', sample),
    ...(maxLength === undefined
      ? []
      : [
          ...withLength(sample, maxLength, pattern).map((text) => inside('the longest', text)),
          outside('longer than the longest', 'a'.repeat(maxLength + 1)),
        ]),
    ...(minLength === 0 ? [] : [outside('shorter than the shortest', sample.slice(0, minLength - 1))]),
    ...(pattern === undefined
      ? []
      : misfits(pattern).map((text) => outside(`not of its form: ${JSON.stringify(text)}`, text))),
  ]
}

interface TextLimits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** Texts that rules with words of their own take as well: no password that everybody has, an address that is one. */
const COMMON_TEXTS = [
  'http://127.0.0.1:9/a',
  'Tocsin rings at three in the night',
  '1m',
  '0s,1m',
  '1/1s',
  '16kb',
  'X-Probe',
  '"1"',
  'otherwise',
]

/** One that keeps all limits. */
export function sampleText(schema: JsonSchema): string {
  const { minLength = 0, maxLength = Infinity, pattern } = schema as TextLimits
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const known = COMMON_TEXTS.find((text) => fits(text) && (pattern !== undefined || !text.includes(':')))
  if (known !== undefined) return known
  const made = fc.sample(fc.stringMatching(new RegExp(pattern ?? '^[a-z]+$')), { seed: 1, numRuns: 100 })
  // `***` stands for what is stored, and here nothing is.
  return made.find((text) => fits(text) && text !== '***') ?? 'a'.repeat(Math.max(minLength, 1))
}

/** The sample made so long by what it ends with, if that still has the form. */
function withLength(sample: string, length: number, pattern: string | undefined): readonly string[] {
  const text = sample + 'a'.repeat(length - sample.length)
  return pattern === undefined || new RegExp(pattern, 'u').test(text) ? [text] : []
}

function misfits(pattern: string): readonly string[] {
  return ['\u0000', 'a b', '-1', 'ü!', '%'].filter((text) => !new RegExp(pattern, 'u').test(text))
}

export function isOf({ type }: JsonSchema, name: string): boolean {
  return [type ?? []].flat().includes(name)
}

/** A member of a body, and how to make a body of which it has this value, with no more beside it than is required. */
export interface Member {
  readonly path: string
  readonly schema: JsonSchema
  readonly bodyWith: (value: unknown) => unknown
}

interface Described {
  /** A value with what is required and no more. */
  readonly least: unknown
  readonly members: readonly Member[]
}

/** All members, however deep; of several forms those of the first, of a list those of one entry. */
export function membersOf(schema: JsonSchema): Described {
  const forms = (schema['oneOf'] ?? schema['anyOf']) as readonly JsonSchema[] | undefined
  const [form] = forms ?? []
  if (form && schema.properties === undefined) return membersOf(form)
  if (schema.properties)
    return membersOfObject(schema, [...(schema.required ?? []), ...(form?.required ?? [])])
  const { items } = schema as { readonly items?: JsonSchema }
  if (items) return membersOfList(items, (schema['minItems'] as number | undefined) ?? 0)
  return { least: leastOf(schema), members: [] }
}

function membersOfObject({ properties = {} }: JsonSchema, required: readonly string[]): Described {
  const inner = Object.entries(properties).map(([name, schema]) => ({ name, schema, ...membersOf(schema) }))
  const least = Object.fromEntries(
    inner.filter(({ name }) => required.includes(name)).map(({ name, least }) => [name, least]),
  )
  const members = inner.flatMap(({ name, schema, members }) => {
    const within = (value: unknown) => ({ ...least, [name]: value })
    return [
      { path: name, schema, bodyWith: within },
      ...members.map(({ path, schema, bodyWith }) => ({
        path: path.startsWith('[') ? name + path : `${name}.${path}`,
        schema,
        bodyWith: (value: unknown) => within(bodyWith(value)),
      })),
    ]
  })
  return { least, members: members.filter(({ schema }) => schema.properties === undefined) }
}

function membersOfList(items: JsonSchema, least: number): Described {
  const entry = membersOf(items)
  const members = entry.members.map(({ path, schema, bodyWith }) => ({
    path: `[0].${path}`,
    schema,
    bodyWith: (value: unknown) => [bodyWith(value)],
  }))
  const own = { path: '[0]', schema: items, bodyWith: (value: unknown) => [value] }
  return {
    least: Array.from({ length: least }, () => entry.least),
    members: [...(items.properties || entry.members.length > 0 ? [] : [own]), ...members],
  }
}

function leastOf(schema: JsonSchema): unknown {
  if ('const' in schema) return schema['const']
  const words = schema['enum'] as readonly unknown[] | undefined
  if (words) return words[0]
  if (isOf(schema, 'string')) return sampleText(schema)
  if (isOf(schema, 'integer')) return schema['minimum'] ?? 1
  if (isOf(schema, 'boolean')) return false
  return isOf(schema, 'object') ? {} : null
}

/** With every reference in it filled in. */
export function resolveSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const text = JSON.stringify(schema, (_name, value) =>
    typeof value?.$ref === 'string' ? components[value.$ref.split('/').at(-1)] : value,
  )
  return JSON.parse(text) as JsonSchema
}
