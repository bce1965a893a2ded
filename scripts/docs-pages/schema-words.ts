import type { JsonSchema } from '../../src/api/openapi/openapi-schema.ts'

/** Describes a type in words: `list of integers or null`. A component is called by its name. */
export function typeWords(schema: JsonSchema): string {
  const alternatives = alternativesOf(schema)
  if (schema.$ref !== undefined) return componentName(schema.$ref)
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeWords))].join(' or ')
  if (schema.items) return `list of ${typeWords(schema.items)}`
  if ('const' in schema) return JSON.stringify(schema['const'])
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any value'])
  return types.map((type) => (type === 'string' ? 'text' : type)).join(' or ')
}

/** The schemas of which a value fits one; none where they only say which members go together. */
export function alternativesOf({ anyOf, oneOf, properties }: JsonSchema): readonly JsonSchema[] {
  return properties ? [] : (anyOf ?? oneOf ?? [])
}

/** `#/components/schemas/Alert`: `Alert`. */
export function componentName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time as in 2026-01-31T09:30:00Z',
}

/** Each limit that a value has to keep, as a phrase; of a list also those of its entries. */
export function limitWords(schema: JsonSchema): readonly string[] {
  const { format, examples = [], items } = schema
  return [
    ...(format === undefined ? [] : [FORMATS[format] ?? format]),
    ...range('', [schema.minimum, schema.maximum]),
    ...range(' characters', [schema.minLength, schema.maxLength]),
    ...range(' entries', [schema.minItems, schema.maxItems]),
    ...range(' members', [undefined, schema.maxProperties]),
    ...(items && items.$ref === undefined ? limitWords(items).map((words) => `each: ${words}`) : []),
    ...(examples.length > 0
      ? [`such as ${examples.map((example) => JSON.stringify(example)).join(', ')}`]
      : []),
  ]
}

/** The words that a value, or each entry of a list, may be; empty: any. */
export function choicesOf(schema: JsonSchema): readonly string[] {
  const choices = [schema, schema.items, ...(schema.anyOf ?? [])].find(
    (each) => each?.enum !== undefined,
  )?.enum
  return (choices ?? []).map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice)))
}

type Ends = readonly [least: number | undefined, most: number | undefined]

function range(unit: string, [least, most]: Ends): readonly string[] {
  // The largest whole number that JSON carries exactly is no limit worth a word.
  const end = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (least === undefined && end === undefined) return []
  if (end === undefined) return [`${least} or more${unit}`]
  return [least === undefined ? `up to ${end}${unit}` : `${least} to ${end}${unit}`]
}
