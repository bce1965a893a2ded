import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { asText } from '../view/json-value.ts'
import type { Expanded } from '../../domain/source/references.ts'

/** A webhook or a maintenance window of a file, as written there except for its references. */
export interface WrittenDefinition {
  readonly name: string
  /** All members as they are written; the service names those that it does not know. */
  readonly members: JsonObject
  /** Where a part of it stands, such as `http_headers[0].http_header_value`; '' for the whole. */
  readonly mistake: (path: string, message: string) => Mistake
}

export interface Mistake {
  readonly file: string
  /** The line, counted from one. */
  readonly line: number
  /** The path from the top of the file: `webhooks[3].url`. */
  readonly path: string
  readonly message: string
}

export interface DefinitionFile {
  /** The path as given; `-` for stdin. */
  readonly path: string
  readonly text: string
}

/** Replaces the references of a text, or says why it cannot. */
export type Expand = (text: string) => Expanded

export interface ReadFile {
  readonly definitions: readonly WrittenDefinition[]
  /** The maintenance windows; undefined: the file says nothing about them. */
  readonly windows: readonly WrittenDefinition[] | undefined
  readonly mistakes: readonly Mistake[]
}

/** More aliases than people write would be a bomb. */
const ALIASES_MAX = 100
const MISTAKES_MAX = 100

/** The lists of a file, and what is in them. */
const NOUNS = { webhooks: 'webhook', windows: 'maintenance window' } as const
type ListName = keyof typeof NOUNS

interface ReadLists {
  readonly webhooks: readonly WrittenDefinition[]
  readonly windows: readonly WrittenDefinition[] | undefined
}

const NOTHING: ReadLists = { webhooks: [], windows: undefined }

/**
 * The webhooks and maintenance windows of one file, and all that is wrong with how they are written. Pure, but for what
 * `expand` looks up.
 */
export function readDefinitionFile(file: DefinitionFile, expand: Expand): ReadFile {
  const reading = new Reading(file)
  const { webhooks, windows } = reading.definitions(expand)
  return { definitions: webhooks, windows, mistakes: reading.mistakes.slice(0, MISTAKES_MAX) }
}

class Reading {
  readonly mistakes: Mistake[] = []
  readonly #file: DefinitionFile
  /** The name of the file in messages. */
  readonly #name: string
  readonly #yaml: typeof Yaml
  readonly #lines: Yaml.LineCounter
  readonly #document: Yaml.Document.Parsed
  /** The variables that are not set, by the path of the value that refers to them. */
  readonly #unset = new Map<string, readonly string[]>()

  constructor(file: DefinitionFile) {
    this.#file = file
    this.#name = file.path === '-' ? 'stdin' : file.path
    // Commands that need no YAML do not wait for it.
    this.#yaml = createRequire(import.meta.url)('yaml') as typeof Yaml
    this.#lines = new this.#yaml.LineCounter()
    this.#document = this.#yaml.parseDocument(file.text, {
      lineCounter: this.#lines,
      // `<<: *common`, as people know it from other tools.
      merge: true,
      prettyErrors: false,
    })
  }

  definitions(expand: Expand): ReadLists {
    for (const { pos, message } of this.#document.errors)
      this.#add(this.#lineAt(pos[0]), '', describeYaml(message))
    if (this.mistakes.length > 0) return NOTHING
    this.#expandAll(expand)
    const top = this.#readTop()
    if (!top) return NOTHING
    const hasWindows = top['windows'] !== undefined
    return {
      webhooks: hasWindows && top['webhooks'] === undefined ? [] : this.#readList(top, 'webhooks'),
      windows: hasWindows ? this.#readList(top, 'windows') : undefined,
    }
  }

  /** Replaces references in values, not in names. Those of an alias are those of its anchor. */
  #expandAll(expand: Expand): void {
    this.#yaml.visit(this.#document, {
      Scalar: (role, node, ancestors) => {
        if (role === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
        const { text, mistakes, unset } = expand(node.value)
        const [from = 0, to = 0] = node.range ?? []
        if (unset.length > 0) this.#unset.set(this.#pathOf([...ancestors, node]), unset)
        for (const { spelling, message } of mistakes) {
          const at = this.#file.text.slice(from, to).indexOf(spelling)
          this.#add(this.#lineAt(from + Math.max(0, at)), this.#pathOf([...ancestors, node]), message)
        }
        node.value = text
      },
    })
  }

  /** Returns the path of a node from those around it: `webhooks[3].url`. */
  #pathOf(nodes: readonly unknown[]): string {
    const { isPair, isSeq, isNode } = this.#yaml
    return nodes.reduce<string>((path, node, index) => {
      if (isSeq(node)) return `${path}[${node.items.indexOf(nodes[index + 1])}]`
      if (!isPair(node)) return path
      const member = asText(isNode(node.key) ? node.key.toJSON() : node.key)
      return path === '' ? member : `${path}.${member}`
    }, '')
  }

  #readTop(): JsonObject | undefined {
    const top = this.#toValue()
    if (top === undefined) return undefined
    if (!isObject(top)) {
      this.#add(1, '', 'must be a map with the list webhooks in it, as `tocsin export` writes it')
      return undefined
    }
    for (const member of Object.keys(top)) {
      if (!(member in NOUNS))
        this.#add(this.#lineOf([member]), member, 'is unknown here; known are webhooks and windows')
    }
    return top
  }

  #readList(top: JsonObject, list: ListName): readonly WrittenDefinition[] {
    const { [list]: items } = top
    if (Array.isArray(items))
      return items.flatMap((item, index) => this.#readItem(item, { list, index }) ?? [])
    this.#add(this.#lineOf([list]), list, `must be a list of ${NOUNS[list]}s; for none write []`)
    return []
  }

  #toValue(): unknown {
    try {
      return this.#document.toJS({ maxAliasCount: ALIASES_MAX }) ?? null
    } catch (error) {
      this.#add(1, '', `cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  #readItem(
    value: unknown,
    { list, index }: { readonly list: ListName; readonly index: number },
  ): WrittenDefinition | undefined {
    const path = `${list}[${index}]`
    const place = [list, index]
    if (!isObject(value)) {
      this.#add(this.#lineOf(place), path, `must be a map with the members of a ${NOUNS[list]}`)
      return undefined
    }
    const { name } = value
    if (typeof name !== 'string' || name.trim() === '') {
      const isNumber = typeof name === 'number' || typeof name === 'boolean'
      const remedy = isNumber ? `; write "${asText(name)}" with its quotes` : ''
      this.#add(
        this.#lineOf([...place, 'name']),
        `${path}.name`,
        `must be the name of the ${NOUNS[list]}, a text${remedy}`,
      )
      return undefined
    }
    return {
      name,
      members: value,
      mistake: (inner, message) => {
        const whole = inner === '' ? path : `${path}.${inner}`
        const line = this.#lineOf([...place, ...partsOf(inner)])
        const unset = this.#unset.get(whole)
        const remedy = unset ? ` (not set in the environment: ${unset.join(', ')})` : ''
        return { file: this.#name, line, path: whole, message: message + remedy }
      },
    }
  }

  /** Returns the line of the deepest part of the path that exists; of a member the line of its name. */
  #lineOf(path: readonly (string | number)[]): number {
    const { isMap: isMapNode, isSeq, isNode, isAlias } = this.#yaml
    let offset = 0
    let node: unknown = this.#document.contents
    for (const part of path) {
      if (isAlias(node)) node = node.resolve(this.#document)
      if (isMapNode(node)) {
        const pair = node.items.find(({ key }) => asText(isNode(key) ? key.toJSON() : key) === part)
        if (!pair) break
        if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0]
        node = pair.value
      } else if (isSeq(node) && typeof part === 'number') {
        node = node.items[part]
        if (!isNode(node)) break
        if (node.range) offset = node.range[0]
      } else break
    }
    return this.#lineAt(offset)
  }

  #lineAt(offset: number): number {
    return Math.max(1, this.#lines.linePos(offset).line)
  }

  #add(line: number, path: string, message: string): void {
    this.mistakes.push({ file: this.#name, line, path, message })
  }
}

/** `http_headers[0].http_header_value` as its steps. */
function partsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([whole, index]) =>
    index === undefined ? whole : Number(index),
  )
}

/** The parser's sentences, the one about several documents in our words. */
function describeYaml(message: string): string {
  if (message.includes('multiple documents'))
    return 'is a second document (---); write all webhooks into one list'
  return `is not valid YAML: ${message}`
}

/** `hooks.yaml:12: webhooks[0].url` */
export function placeOf({ file, line, path }: Mistake): string {
  return `${file}:${line}${path === '' ? '' : `: ${path}`}`
}

/** Each name once: of a second one it is said where the first one stands. */
export function findSameNames(definitions: readonly WrittenDefinition[]): readonly Mistake[] {
  const first = new Map<string, WrittenDefinition>()
  return definitions.flatMap((definition) => {
    const { name, mistake } = definition
    const known = first.get(name)
    if (known === undefined) {
      first.set(name, definition)
      return []
    }
    const { file, line } = known.mistake('name', '')
    return [
      mistake('name', `is "${name}" a second time (first in ${file}:${line}); each is found by its name`),
    ]
  })
}
