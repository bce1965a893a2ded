import { describeAll, type DocumentName } from '../../src/api/openapi/document-routes.ts'
import type { Route } from '../../src/api/routes/route.ts'
import type { ApiDeps } from '../../src/api/deps/api-deps.ts'
import { apiRoutes } from '../../src/api/route-table.ts'
import { DEFAULT_SOURCES, type SourceSettings } from '../../src/domain/source/source.ts'
import { pushSources } from '../../src/intake/source.ts'
import { VERSION } from '../../src/runtime/version.ts'

/** The document of one interface as it is committed: for a service at the root of its address. */
export function openApiDocument(name: DocumentName): string {
  const document = describeAll(routeTable(), { version: VERSION, basePath: '' })[name]
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Every route there is. Nothing is called here, so that there is no need of a store or of anything else. */
export function routeTable(sources: readonly SourceSettings[] = DEFAULT_SOURCES): readonly Route[] {
  const deps: Partial<ApiDeps> = {
    version: VERSION,
    basePath: '',
    consoleFolder: '',
    sources: pushSources(sources),
  }
  return apiRoutes(deps as ApiDeps)
}
