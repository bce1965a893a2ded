import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

const root = dirname(dirname(import.meta.dirname))

export interface Found {
  /** `src/domain/redaction/redact.ts:52` */
  readonly place: string
}

/** As it is written between its slashes. */
export interface FoundLiteral extends Found {
  readonly source: string
  readonly flags: string
}

/** One that is put together while the program runs: what stands between the parentheses of `new RegExp(…)`. */
export interface FoundConstruction extends Found {
  readonly parts: string
}

/** Every regular expression of the program and of the console, read as a compiler reads them; those of tests are left out. */
export function findRegularExpressions() {
  const literals: FoundLiteral[] = []
  const constructions: FoundConstruction[] = []
  const files = globSync(['{src,cli}/**/*.ts', 'console/src/**/*.{ts,tsx}'], { cwd: root })
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).toSorted()) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const node of nodesOf(parse(file, text))) {
      const place = `${file}:${text.slice(0, node.start).split('\n').length}`
      if (node.regex) literals.push({ place, source: node.regex.pattern, flags: node.regex.flags })
      if (node.callee?.name === 'RegExp' && node.arguments) {
        const [first, last] = [node.arguments.at(0), node.arguments.at(-1)]
        constructions.push({ place, parts: text.slice(first?.start, last?.end) })
      }
    }
  }
  return { literals, constructions }
}

/** The members that are read of a node of the syntax tree (ESTree). */
interface Node {
  readonly start: number
  readonly end: number
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
  readonly arguments?: readonly Node[]
}

function parse(file: string, text: string): object {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  return program
}

function* nodesOf(tree: object): Iterable<Node> {
  const rest: object[] = [tree]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('start' in next) yield next as Node
    for (const child of Object.values(next)) {
      if (typeof child === 'object' && child !== null && !(child instanceof RegExp)) rest.push(child)
    }
  }
}
