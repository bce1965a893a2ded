import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'

const library = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))

/** By their files: what the library's own code calls them. */
const loaded = new Set(
  [
    ...readFileSync(join(import.meta.dirname, 'mantine-styles.ts'), 'utf8').matchAll(
      /styles\/([\w-]+)\.css/g,
    ),
  ].map(([, name = '']) => name),
)

/** A component, and those that its own code is made of. */
function partsOf(name: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(name)) return known
  known.add(name)
  for (const file of globSync(join(library, 'esm', 'components', name, '**', '*.mjs'))) {
    const code = readFileSync(file, 'utf8')
    for (const [, part = ''] of code.matchAll(/from "[./]*\/(?:components\/)?([A-Z]\w+)\/[\w./]+\.mjs"/g)) {
      partsOf(part, known)
    }
  }
  return known
}

describe('the styles of the library', () => {
  it('are loaded for every component that the console has, and for its parts', () => {
    const used = globSync(join(import.meta.dirname, '**', '*.{ts,tsx}')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
      ),
    )
    const needed = new Set(used.filter((name) => /^[A-Z]/.test(name)).flatMap((name) => [...partsOf(name)]))
    const styled = [...needed].filter((name) => existsSync(join(library, 'styles', `${name}.css`)))

    assert.ok(styled.length > 30, `hardly any: ${styled}`)
    assert.deepEqual(
      styled.filter((name) => !loaded.has(name)),
      [],
    )
  })
})
