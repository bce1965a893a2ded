import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENT_NAMES } from '../../src/api/openapi/document-routes.ts'
import type { OpenApiDocument } from '../../src/api/openapi/openapi.ts'
import { framed } from './frame.ts'
import { html, type Html, inline } from './html.ts'
import { operationView } from './operation-view.ts'
import { readReference, type Reference, type Section } from './reference.ts'
import { schemaView } from './schema-view.ts'

/** Returns the pages of one document by the last part of their addresses. */
function renderPages(reference: Reference): ReadonlyMap<string, string> {
  const title = String(reference.document.info['title'])
  const first = framed(reference, { title, page: reference.name, main: overview(reference, title) })
  const sections = reference.sections.map((section) => {
    const { page, title } = section
    return [page, framed(reference, { page, title, main: sectionMain(section, reference) })] as const
  })
  return new Map([[reference.name, first], ...sections])
}

function sectionMain({ title, entries }: Section, reference: Reference): Html {
  return html`<h1>${title}</h1>
    ${
      entries.length > 1 &&
      html`<ul class="operations">
        ${entries.map((entry) => operationLink(entry, ''))}
      </ul>`
    }
    ${entries.map((entry) => operationView(entry, reference))}`
}

function overview({ document, sections }: Reference, title: string): Html {
  return html`<h1>${title}</h1>
    <p>${String(document.info['description'])}</p>
    ${authenticationView(document)}
    <h2 id="operations">Operations</h2>
    <p class="find" hidden>
      <label for="find">Find</label>
      <input id="find" type="search" autocomplete="off" placeholder="webhook, retry, POST …" />
      <span role="status"></span>
    </p>
    ${sections.map(
      (section) =>
        html`<section class="listed">
          <h3><a href="${section.page}">${section.title}</a></h3>
          <ul class="operations">
            ${section.entries.map((entry) => operationLink(entry, section.page))}
          </ul>
        </section> `,
    )}
    ${refusalsView(document)}`
}

function operationLink({ method, path, operation }: Section['entries'][number], page: string): Html {
  return html`<li>
    <span class="method ${method}">${method}</span>
    <a href="${page}#${operation.operationId}">${operation.summary}</a> <code>${path}</code>
  </li> `
}

function authenticationView({ components }: OpenApiDocument): Html {
  const schemes = Object.values(components.securitySchemes) as readonly SecurityScheme[]
  return html`<h2>Who calls</h2>
    <dl>
      ${schemes.map(
        (scheme) =>
          html`<dt><code>${scheme.name ?? 'Authorization'}</code></dt>
            <dd>${inline(scheme.description)}</dd>`,
      )}
    </dl> `
}

interface SecurityScheme {
  readonly name?: string
  readonly description: string
}

function refusalsView({ components }: OpenApiDocument): Html {
  return html`<h2>Refusals</h2>
    <p>Each operation names its errors. The body of every error has these members:</p>
    ${schemaView(components.schemas['Problem'] ?? {}, components.schemas)}`
}

const openapi = join(import.meta.dirname, '../../openapi')

/** Renders the committed OpenAPI documents: all pages of /docs by the last part of their addresses. */
export function docsPages(): ReadonlyMap<string, string> {
  const pages = DOCUMENT_NAMES.flatMap((name) => {
    const document = JSON.parse(readFileSync(join(openapi, `${name}.json`), 'utf8'))
    return [...renderPages(readReference(name, document))]
  })
  return new Map(pages)
}
