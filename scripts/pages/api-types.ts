import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openApiDocument } from './openapi-documents.ts'

/** The generator wants an older TypeScript than ours, and has it in the console's own node_modules. */
const GENERATOR = join(import.meta.dirname, '../../console/node_modules/openapi-typescript/dist/index.mjs')

/** The public API as types, by which the console and the command line read its responses. */
export async function apiTypes(): Promise<string> {
  const { default: openapiTS, astToString } = await import(pathToFileURL(GENERATOR).href)
  const types = await openapiTS(JSON.parse(openApiDocument('v1')))
  return `// Generated from openapi/v1.json by npm run gen.\n${astToString(types)}`
}
