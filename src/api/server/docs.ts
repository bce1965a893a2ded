import { join } from 'node:path'
import { AppError } from '../../domain/errors.ts'
import { defineRoute, type Route, Type } from '../routes/route.ts'
import type { ConsoleOptions } from './console.ts'
import { StaticFiles } from './static-files.ts'

/** Allows nothing from elsewhere, nothing inline, no frames: a page can only reach this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Serves the pages to read and try the interfaces, built with the console (`scripts/docs-pages/`) into its folder
 * `docs`.
 */
export function docsRoutes({
  basePath,
  consoleFolder,
}: Pick<ConsoleOptions, 'basePath' | 'consoleFolder'>): readonly Route[] {
  return [getFirstPage(`${basePath}/docs/v1`), getPage(new StaticFiles(join(consoleFolder, 'docs')))]
}

function getFirstPage(address: string): Route {
  return defineRoute({
    route: 'GET /docs',
    scope: null,
    id: 'getDocs',
    summary: 'Documentation with forms to try each request',
    responses: { 302: { description: 'Leads to the first page.', headers: { Location: 'Its address.' } } },
    handler: async () => ({ status: 302, headers: { location: address } }),
  })
}

function getPage(files: StaticFiles): Route {
  return defineRoute({
    route: 'GET /docs/:page',
    scope: null,
    id: 'getDocsPage',
    summary: 'A page of the documentation, or one of its files',
    params: Type.Object({ page: Type.String('Which one, such as `v1-webhooks` or `v15`.') }),
    responses: {
      200: { description: 'The page or file.', contentType: '*/*' },
      304: 'It is still what `If-None-Match` names.',
    },
    handler: async ({ params: { page }, headers }) => {
      const isPage = !page.includes('.')
      const name = isPage ? `${page}.html` : page
      const response = await files.send(name, headers, isPage ? 'no-cache' : 'max-age=3600')
      if (response === undefined)
        throw new AppError('not_found', 'The documentation has no such page or file; `npm start` builds it.')
      return {
        ...response,
        headers: {
          ...response.headers,
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'referrer-policy': 'no-referrer',
        },
      }
    },
  })
}
