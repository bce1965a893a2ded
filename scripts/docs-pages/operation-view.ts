import type { ResponseRef, Operation, OperationResponse } from '../../src/api/openapi/openapi.ts'
import type { JsonSchema } from '../../src/api/openapi/openapi-schema.ts'
import { exampleOf } from './example.ts'
import { html, type Html, inline, prose } from './html.ts'
import { requestForm } from './request-form.ts'
import type { Entry, Reference } from './reference.ts'
import { componentName } from './schema-words.ts'
import { fieldList, schemaView } from './schema-view.ts'

/** All that is to be known of one operation. */
export function operationView(entry: Entry, { document }: Reference): Html {
  const { method, path, operation } = entry
  const { schemas } = document.components
  const responses = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    response: responseOf(response, document.components.responses),
  }))
  const [refusals = [], others = []] = [true, false].map((isRefusal) =>
    responses.filter(({ status }) => Number(status) >= 400 === isRefusal),
  )
  return html`<section
    class="operation"
    id="${operation.operationId}"
    aria-labelledby="${operation.operationId}-name"
  >
    <h2 id="${operation.operationId}-name">
      <a class="anchor" href="#${operation.operationId}">${operation.summary}</a>
    </h2>
    <p class="address"><span class="method ${method}">${method}</span> <code>${path}</code></p>
    ${prose(operation.description)}
    ${parametersView(operation, schemas)}${bodyView(operation, schemas)}${requestForm(entry, document)}
    <h3>Responses</h3>
    ${others.map((response) => responseView(response, schemas))}${refusalsView(refusals)}
  </section> `
}

type Components = Reference['document']['components']

function responseOf(
  response: OperationResponse | ResponseRef,
  responses: Components['responses'],
): OperationResponse {
  if (!('$ref' in response)) return response
  return responses[componentName(response.$ref)] ?? { description: '' }
}

function parametersView({ parameters = [] }: Operation, schemas: Components['schemas']): Html | false {
  if (parameters.length === 0) return false
  const fields = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    place,
    isRequired: required,
    description,
    schema,
  }))
  return html`<h3>Parameters</h3>
    ${fieldList(fields, schemas)}`
}

function bodyView({ requestBody }: Operation, schemas: Components['schemas']): Html | false {
  const [content] = Object.entries(requestBody?.content ?? {})
  if (!requestBody || !content) return false
  const [type, { schema = {} }] = content
  const kind = type === '*/*' ? 'JSON, whatever its type is said to be' : type
  return html`<h3>Body</h3>
    <p class="limits">${kind}${!requestBody.required && ' · may be left out'}</p>
    ${schemaView(schema, schemas)}`
}

interface StatusResponse {
  readonly status: string
  readonly response: OperationResponse
}

function responseView({ status, response }: StatusResponse, schemas: Components['schemas']): Html {
  const contents = Object.entries(response.content ?? {})
  return html`<div class="answer">
    <p><strong class="status">${status}</strong> ${inline(response.description)}</p>
    ${headersView(response, schemas)}${contents.map(([type, { schema }]) => contentView(type, schema, schemas))}
  </div> `
}

function headersView({ headers = {} }: OperationResponse, schemas: Components['schemas']): Html | false {
  const fields = Object.entries(headers).map(([name, { description, schema }]) => ({
    name,
    description,
    schema,
    isRequired: false,
  }))
  if (fields.length === 0) return false
  return html`<details>
    <summary>Headers</summary>
    ${fieldList(fields, schemas)}
  </details> `
}

function contentView(type: string, schema: JsonSchema | undefined, schemas: Components['schemas']): Html {
  if (schema === undefined) return html`<p class="limits">${type}</p>`
  const example = JSON.stringify(exampleOf(schema, schemas, 'full'), null, 2)
  return html`<details>
      <summary>Members (${type})</summary>
      ${schemaView(schema, schemas)}
    </details>
    <details>
      <summary>Example</summary>
      <pre tabindex="0">${example}</pre>
    </details> `
}

function refusalsView(refusals: readonly StatusResponse[]): Html {
  return html`<details>
    <summary>Refusals: ${refusals.map(({ status }) => status).join(', ')}</summary>
    <dl class="refusals">
      ${refusals.map(
        ({ status, response }) =>
          html`<dt>${status}</dt>
            <dd>${inline(response.description)}</dd>`,
      )}
    </dl>
  </details> `
}
