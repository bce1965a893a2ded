import type { DocumentName } from '../../src/api/openapi/document-routes.ts'
import type { OpenApiDocument, Operation } from '../../src/api/openapi/openapi.ts'

/** A document as its pages show it: a page for each of its tags. */
export interface Reference {
  readonly name: DocumentName
  readonly document: OpenApiDocument
  readonly sections: readonly Section[]
}

export interface Section {
  readonly title: string
  /** The last part of its address. */
  readonly page: string
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly method: string
  /** The path as in the document, with parameters in braces and without the base path. */
  readonly path: string
  readonly operation: Operation
}

export function readReference(name: DocumentName, document: OpenApiDocument): Reference {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const sections = document.tags.map(({ name: tag }) => ({
    title: capitalized(tag),
    page: `${name}-${tag.toLowerCase().replaceAll(' ', '-')}`,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag)),
  }))
  return { name, document, sections }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
