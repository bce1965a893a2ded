import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/find-node.mjs'

/** Returns the lines of the first commands below a heading of `docs/install.md`, without `sudo`: the tests are root already. */
export function commandsOf(heading: string): readonly (readonly string[])[] {
  const page = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  const block = /```sh\n(?<lines>[\s\S]*?)```/.exec(section ?? '')?.groups?.['lines']
  if (block === undefined) throw new Error(`docs/install.md has no commands under ${heading}`)
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/^sudo /, '').split(' '))
}
