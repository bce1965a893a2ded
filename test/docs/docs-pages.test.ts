import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { docsPages } from '../../scripts/docs-pages/pages.ts'
import { DOCUMENT_NAMES } from '../../src/api/openapi/document-routes.ts'
import type { OpenApiDocument } from '../../src/api/openapi/openapi.ts'

const root = join(import.meta.dirname, '../..')

describe('the pages of /docs', () => {
  const pages = docsPages()

  it('have only relative links to pages and files that are there, and nothing inline', () => {
    assert.ok(pages.size > 15)
    for (const [page, text] of pages) {
      assert.doesNotMatch(text, /<script>|<style|\s(?:on\w+|style)=|(?:src|href)="(?:https?:|\/)/, page)
      for (const [, link = ''] of text.matchAll(/(?:src|href)="([^"#]+)/g))
        assert.ok(leadsSomewhere(link, pages), `${page}: ${link}`)
    }
  })

  it('show every operation of every document, with all that it takes', () => {
    for (const name of DOCUMENT_NAMES) {
      const document: OpenApiDocument = JSON.parse(readFileSync(join(root, `openapi/${name}.json`), 'utf8'))
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const operation of Object.values(methods)) {
          const { operationId, parameters = [], responses } = operation
          const [, page = ''] = new RegExp(`href="([^"]+)#${operationId}"`).exec(pages.get(name) ?? '') ?? []
          const text = pages.get(page) ?? ''
          assert.ok(text.includes(`id="${operationId}"`), operationId)
          assert.ok(text.includes(`data-path="${path}"`), path)
          for (const parameter of parameters)
            assert.ok(
              text.includes(`id="${operationId}-${parameter.in}-${parameter.name}"`),
              `${path}: ${parameter.name}`,
            )
          for (const status of Object.keys(responses)) assert.ok(text.includes(status), status)
        }
      }
    }
  })
})

/** Finds a page by its name, and a file where the build takes it from. */
function leadsSomewhere(link: string, pages: ReadonlyMap<string, string>): boolean {
  if (pages.has(link)) return true
  const [, document] = /^\.\.\/(openapi\/v\d+\.json)$/.exec(link) ?? []
  const places = document ? [document] : [`scripts/docs-pages/files/${link}`, `console/public/${link}`]
  return places.some((file) => existsSync(join(root, file)))
}
