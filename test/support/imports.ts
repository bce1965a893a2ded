import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A file of a tree that uses another one; paths are below the tree's folder, `../…` what lies outside of it. */
export interface Import {
  readonly file: string
  readonly target: string
}

/** The files of a tree that are no tests. */
export function sourcesOf(folder: string): readonly string[] {
  return globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !/\.test\.tsx?$/.test(file))
}

/** `c.ts`, `b/c.ts` and `a/b/c.ts` */
export function endingsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}

/** What these files use of each other, types included. */
export function importsOf(folder: string, files: readonly string[]): readonly Import[] {
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(
      ([, specifier = '']) => ({ file, target: relative(folder, join(folder, dirname(file), specifier)) }),
    ),
  )
}

/** What lies on a circle of arrows, in groups of which each member can be reached from each other one. */
export function circlesOf(arrows: readonly (readonly [string, string])[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  const reach = new Map([...next.keys()].map((from) => [from, reachedFrom(from, next)]))
  const groups = new Map<string, readonly string[]>()
  for (const [from, reached] of reach) {
    if (!reached.has(from)) continue
    const group = [...reached].filter((other) => reach.get(other)?.has(from)).toSorted()
    groups.set(group.join(), group)
  }
  return [...groups.values()]
}

function reachedFrom(from: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>()
  const left = [from]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (const to of next.get(at) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      left.push(to)
    }
  }
  return reached
}
