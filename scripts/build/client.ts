import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-node.mjs'

/** Compiles the client of `clients/typescript` into its `dist`, with the types of the API, and returns its folder. */
export function buildClient(): string {
  const folder = join(root, 'clients/typescript')
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  copyFileSync(join(root, 'openapi/v1.d.ts'), join(dist, 'v1.d.ts'))
  for (const name of readdirSync(dist).filter((each) => each.endsWith('.d.ts'))) {
    const file = join(dist, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('../../../openapi/v1.d.ts', './v1.d.ts'))
  }
  return folder
}
