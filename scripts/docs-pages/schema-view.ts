import type { JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import type { Schemas } from './example.ts'
import { html, type Html, inline } from './html.ts'
import { alternativesOf, choicesOf, componentName, limitWords, typeWords } from './schema-words.ts'

/** A name with a value: a member of an object, a parameter, a header. */
export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly description?: string | undefined
  readonly isRequired: boolean
  /** Where it goes, if that has to be said. */
  readonly place?: string
}

/** The fields of a list, and what lies within each, folded. `open`: the components that are being shown already. */
export function fieldList(fields: readonly Field[], schemas: Schemas, open: readonly string[] = []): Html {
  return html`<ul class="fields">
    ${fields.map((field) => fieldEntry(field, schemas, open))}
  </ul> `
}

function fieldEntry(field: Field, schemas: Schemas, open: readonly string[]): Html {
  const { name, schema, isRequired, place, description = schema.description } = field
  const limits = limitWords(schema)
  const choices = choicesOf(schema)
  return html`<li>
    <code class="name">${name}</code>
    <span class="type">${typeWords(schema)}</span
    >${place !== undefined && html` <span class="type">in the ${place}</span>`}${isRequired && html` <strong class="required">required</strong>`}
    ${description !== undefined && html`<p>${inline(description)}</p>`}${choices.length > 0 && html`<p class="limits">One of ${choices.map((choice, index) => html`${index > 0 && ', '}<code>${choice}</code>`)}</p>`}${limits.length > 0 && html`<p class="limits">${limits.join(' · ')}</p>`}${patternView(schema)}${insideView(schema, schemas, open)}
  </li> `
}

/** Longer ones are grammars that no reader follows; the description says what they mean. */
const PATTERN_CHARACTERS_SHOWN = 60

function patternView({ pattern = '' }: JsonSchema): Html | false {
  const isShown = pattern !== '' && pattern.length <= PATTERN_CHARACTERS_SHOWN
  return isShown && html`<p class="limits">As in <code>${pattern}</code></p>`
}

/** The members of what a value holds, in a fold for each kind of object. */
function insideView(schema: JsonSchema, schemas: Schemas, open: readonly string[]): readonly Html[] {
  const objects = objectsIn(schema)
  const isFirst = ({ $ref }: JsonSchema, index: number) =>
    $ref === undefined || objects.findIndex((each) => each.$ref === $ref) === index
  return objects.filter(isFirst).map((inner) => {
    const label = inner.$ref === undefined ? 'Members' : `Members of ${componentName(inner.$ref)}`
    const view = schemaView(inner, schemas, open)
    return html`<details>
      <summary>${label}</summary>
      ${view}
    </details>`
  })
}

/** Finds members among alternatives, in a list, and in text that holds JSON too. */
function objectsIn(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.$ref !== undefined || schema.properties) return [schema]
  const { items, additionalProperties, contentSchema } = schema
  const inner = [items, contentSchema, typeof additionalProperties === 'object' && additionalProperties]
  return [...alternativesOf(schema), ...inner.filter((each) => each !== undefined && each !== false)].flatMap(
    objectsIn,
  )
}

/** A whole value: its members, or of each of its alternatives. A component within itself is only named. */
export function schemaView(schema: JsonSchema, schemas: Schemas, open: readonly string[] = []): Html {
  if (schema.$ref !== undefined) {
    const name = componentName(schema.$ref)
    if (open.includes(name)) return html`<p>As the ${name} around it.</p>`
    return schemaView(schemas[name] ?? {}, schemas, [...open, name])
  }
  const { properties, required = [], description } = schema
  if (properties) {
    const fields = Object.entries(properties).map(([name, member]) => ({
      name,
      schema: member,
      isRequired: required.includes(name),
    }))
    return html`${description !== undefined && html`<p>${inline(description)}</p>`}${fields.length > 0 ? fieldList(fields, schemas, open) : html`<p>An object without members.</p>`}`
  }
  const limits = [typeWords(schema), ...limitWords(schema)].join(' · ')
  return html`<p class="limits">${limits}</p>
    ${insideView(schema, schemas, open)}`
}
