// Writes the types of the public API for the console, from openapi/v1.json. The generator wants an older TypeScript
// than ours, and has it in the console's own node_modules.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const target = join(root, 'console', 'src', 'api', 'schema.gen.ts')

/** Nothing is written if the file is as it should be. */
export async function writeConsoleTypes(): Promise<void> {
  const document = join(root, 'openapi', 'v1.json')
  const generator = join(root, 'console', 'node_modules', 'openapi-typescript', 'dist', 'index.mjs')
  const { default: openapiTS, astToString } = await import(pathToFileURL(generator).href)
  const text = `// Generated from openapi/v1.json by scripts/console-types.ts.\n${astToString(await openapiTS(pathToFileURL(document)))}`
  if (read(target) !== text) writeFileSync(target, text)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] === import.meta.filename) await writeConsoleTypes()
