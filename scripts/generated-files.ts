import { apiPage } from './pages/api-page.ts'
import { apiTypes } from './pages/api-types.ts'
import { consoleLists, consoleSettings } from './pages/console-pages.ts'
import { configurationPage } from './pages/configuration-page.ts'
import { presetsPage } from './pages/presets-page.ts'
import { definitionsSchema } from './pages/definitions-schema.ts'
import { errorsPage } from './pages/errors-page.ts'
import { leasePage, storeMethodsPage } from './pages/store-methods-page.ts'
import { openApiDocument } from './pages/openapi-documents.ts'
import { templatesPage } from './pages/templates-page.ts'

/** A file that is written by the code it describes, so that the two cannot part. */
export interface GeneratedFile {
  /** Path from the root of the project. */
  readonly file: string
  /** Formatted afterwards, unless it is of `openapi/`. */
  readonly content: () => string | Promise<string>
}

/** To add a file, add a line. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  { file: 'console/src/api/list-filters.ts', content: consoleLists },
  { file: 'console/src/api/webhook-settings.ts', content: consoleSettings },
  { file: 'docs/api.md', content: apiPage },
  { file: 'docs/configuration.md', content: configurationPage },
  { file: 'docs/errors.md', content: errorsPage },
  { file: 'docs/presets.md', content: presetsPage },
  { file: 'docs/schema/webhooks.schema.json', content: definitionsSchema },
  { file: 'docs/templates.md', content: templatesPage },
  { file: 'openapi/v1.d.ts', content: apiTypes },
  { file: 'openapi/v1.json', content: () => openApiDocument('v1') },
  { file: 'openapi/v15.json', content: () => openApiDocument('v15') },
  { file: 'openapi/v6.json', content: () => openApiDocument('v6') },
  { file: 'src/storage/METHODS.md', content: storeMethodsPage },
  { file: 'src/storage/postgres/deliveries/LEASE.md', content: leasePage },
]
