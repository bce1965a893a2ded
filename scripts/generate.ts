// `npm run gen`: writes every generated file. With --check it writes nothing, names those that are stale, and exits 1.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatText } from './format-text.ts'
import { GENERATED_FILES, type GeneratedFile } from './generated-files.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

for (const generated of GENERATED_FILES) {
  const path = join(root, generated.file)
  const wanted = await formatted(generated, path)
  if (wanted === (await readOrEmpty(path))) continue

  if (values.check) {
    console.error(`${generated.file} is stale: run \`npm run gen\` and commit the result.`)
    process.exitCode = 1
  } else {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, wanted)
    console.log(`${generated.file} written`)
  }
}

async function formatted({ file, content }: GeneratedFile, path: string): Promise<string> {
  // Too large for people: the formatter leaves them out as well.
  return file.startsWith('openapi/') ? content() : formatText(path, await content())
}

async function readOrEmpty(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
