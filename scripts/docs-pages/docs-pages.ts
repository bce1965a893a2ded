import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENT_NAMES } from '../../src/api/openapi/document-routes.ts'
import { renderPages } from './pages.ts'
import { readReference } from './reference.ts'

const openapi = join(import.meta.dirname, '../../openapi')

/** Renders the committed OpenAPI documents: all pages of /docs by the last part of their addresses. */
export function docsPages(): ReadonlyMap<string, string> {
  const pages = DOCUMENT_NAMES.flatMap((name) => {
    const document = JSON.parse(readFileSync(join(openapi, `${name}.json`), 'utf8'))
    return [...renderPages(readReference(name, document))]
  })
  return new Map(pages)
}
