// node scripts/docs-pages/main.ts FOLDER: writes the pages of /docs, and the files that they load, into a folder.
import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { docsPages } from './pages.ts'

const [folder = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const [page, html] of docsPages()) writeFileSync(join(folder, `${page}.html`), html)
const icon = join(import.meta.dirname, '../../console/public/icon.svg')
for (const file of [...globSync(join(import.meta.dirname, 'files/*.{css,js}')), icon])
  cpSync(file, join(folder, basename(file)))
