import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { isObject, type JsonObject } from '../json-object.ts'
import type { Expanded } from './references.ts'

/** Replaces the references of a text, or says why it cannot. */
export type Expand = (text: string) => Expanded

export interface YamlMistake {
  /** Counted from one. */
  readonly line: number
  /** The path from the top of the file, `webhooks[3].url`; '' for the file. */
  readonly path: string
  readonly message: string
}

export interface YamlFile {
  /** Without the `x-` members at the top; undefined: unreadable, as a mistake says. */
  readonly value: unknown
  readonly mistakes: readonly YamlMistake[]
  /** Unset variables by the path of the value that refers to them. */
  readonly unset: ReadonlyMap<string, readonly string[]>
  /** Returns the line of the deepest existing part of the path; of a member, the line of its name. */
  readonly lineOf: (path: readonly (string | number)[]) => number
}

/**
 * Limits what aliases expand to, in characters, with `NODE_WEIGHT` for each value: a bomb would exceed it.
 */
const WEIGHT_MAX = 64 * 1024 ** 2
const NODE_WEIGHT = 16

/**
 * Reads a YAML or JSON file: merge keys (`<<: *common`), members `x-…` at the top for common parts,
 * references in values. Pure, except for what `expand` looks up.
 */
export function readYaml(text: string, expand: Expand): YamlFile {
  // Loaded here: commands without YAML do not wait for it.
  const yaml = createRequire(import.meta.url)('yaml') as typeof Yaml
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  const file = { yaml, document, lineAt }
  const lineOf = (path: readonly (string | number)[]) => findLine(file, path)
  const syntax = document.errors.map(({ pos, code, message }) => ({
    line: lineAt(pos[0]),
    path: '',
    message: describeError(code, message),
  }))
  if (syntax.length > 0) return { value: undefined, mistakes: syntax, unset: new Map(), lineOf }
  const { mistakes, unset } = expandAll(file, text, expand)
  try {
    refuseBomb(file)
    // The weight limits aliases; the library's own limit refuses the 101st webhook of one anchor.
    const value: unknown = document.toJS({ maxAliasCount: -1 }) ?? null
    return { value: isObject(value) ? withoutExtensions(value) : value, mistakes, unset, lineOf }
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { value: undefined, mistakes: [...mistakes, { line: 1, path: '', message }], unset, lineOf }
  }
}

/** Removes members `x-…`, which are for people and for anchors. */
export function withoutExtensions(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([member]) => !member.startsWith('x-')))
}

interface Parsed {
  readonly yaml: typeof Yaml
  readonly document: Yaml.Document.Parsed
  readonly lineAt: (offset: number) => number
}

function describeError(code: string, message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'is a second document (---); write everything into one'
  if (code === 'RESOURCE_EXHAUSTION') return 'is not valid YAML here: lists or maps are nested too deeply'
  return `is not valid YAML: ${message}`
}

/** Replaces references in values, not in names. An alias has its anchor's. */
function expandAll(
  { yaml, document, lineAt }: Parsed,
  text: string,
  expand: Expand,
): { readonly mistakes: readonly YamlMistake[]; readonly unset: ReadonlyMap<string, readonly string[]> } {
  const mistakes: YamlMistake[] = []
  const unset = new Map<string, readonly string[]>()
  yaml.visit(document, {
    Scalar: (role, node, ancestors) => {
      if (role === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const expanded = expand(node.value)
      const [from = 0, to = 0] = node.range ?? []
      const path = pathOf(yaml, [...ancestors, node])
      for (const { spelling, message } of expanded.mistakes) {
        const at = text.slice(from, to).indexOf(spelling)
        mistakes.push({ line: lineAt(from + Math.max(0, at)), path, message })
      }
      if (expanded.unset.length > 0) unset.set(path, expanded.unset)
      node.value = expanded.text
    },
  })
  return { mistakes, unset }
}

/** `webhooks[3].url` */
function pathOf({ isPair, isSeq }: typeof Yaml, nodes: readonly unknown[]): string {
  return nodes.reduce<string>((path, node, index) => {
    if (isSeq(node)) return `${path}[${node.items.indexOf(nodes[index + 1])}]`
    if (!isPair(node)) return path
    return path === '' ? nameOf(node.key) : `${path}.${nameOf(node.key)}`
  }, '')
}

/** Writes a name like `toJS`. */
function nameOf(key: unknown): string {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : ''
}

/** Throws if aliases expand the file beyond its limit, or without end. */
function refuseBomb({ yaml: { isAlias, isCollection, isPair, isScalar }, document }: Parsed): void {
  const weights = new Map<string, number>()
  const open = new Set<string>()
  const weigh = (node: unknown): number => {
    if (isAlias(node)) {
      if (open.has(node.source)) throw new Error(`the alias *${node.source} stands within its own anchor`)
      return weights.get(node.source) ?? 0
    }
    if (isPair(node)) return weigh(node.key) + weigh(node.value)
    if (isScalar(node)) return anchored(node, () => NODE_WEIGHT + String(node.value).length)
    if (!isCollection(node)) return 0
    return anchored(node, () => node.items.reduce<number>((sum, item) => sum + weigh(item), NODE_WEIGHT))
  }
  const anchored = ({ anchor }: { anchor?: string | undefined }, measure: () => number) => {
    if (anchor === undefined) return measure()
    open.add(anchor)
    const weight = measure()
    open.delete(anchor)
    weights.set(anchor, weight)
    return weight
  }
  const weight = weigh(document.contents)
  if (weights.size > 0 && weight > WEIGHT_MAX)
    throw new Error('its aliases make more than 64 MB of it; write fewer of them')
}

function findLine({ yaml, document, lineAt }: Parsed, path: readonly (string | number)[]): number {
  const { isMap, isSeq, isNode, isAlias } = yaml
  let offset = 0
  let node: unknown = document.contents
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => nameOf(key) === part)
      if (!pair) break
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0]
      node = pair.value
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part]
      if (!isNode(node)) break
      if (node.range) offset = node.range[0]
    } else break
  }
  return lineAt(offset)
}
