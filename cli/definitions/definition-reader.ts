import type { Expand, YamlFile, YamlMistake } from '../../src/domain/file/yaml-file.ts'
import { readYaml, withoutExtensions } from '../../src/domain/file/yaml-file.ts'
import { isObject, type JsonObject } from '../../src/domain/json-object.ts'
import { asText } from '../view/response.ts'

/** A webhook or maintenance window as written, with references resolved. */
export interface WrittenDefinition {
  readonly name: string
  /** All members as written; the service refuses unknown ones. */
  readonly members: JsonObject
  /** Makes a mistake about a member, such as `http_headers[0].http_header_value`; '' for the definition. */
  readonly mistake: (path: string, message: string) => Mistake
}

export interface Mistake extends YamlMistake {
  readonly file: string
}

export interface DefinitionFile {
  /** The path as given; `-` for stdin. */
  readonly path: string
  readonly text: string
}

export interface ReadFile {
  readonly definitions: readonly WrittenDefinition[]
  /** Undefined: the file has no such list. */
  readonly windows: readonly WrittenDefinition[] | undefined
  readonly mistakes: readonly Mistake[]
}

const MISTAKES_MAX = 100

const NOUNS = { webhooks: 'webhook', windows: 'maintenance window' } as const
type ListName = keyof typeof NOUNS

/** Reads one file and collects its mistakes. Pure, except for what `expand` looks up. */
export function readDefinitionFile(file: DefinitionFile, expand: Expand): ReadFile {
  const yaml = readYaml(file.text, expand)
  const reading: Reading = { file: file.path === '-' ? 'stdin' : file.path, yaml, mistakes: [] }
  const { file: name, mistakes } = reading
  mistakes.push(...yaml.mistakes.map((mistake) => ({ file: name, ...mistake })))
  const top = readTop(reading)
  const hasWindows = top?.['windows'] !== undefined
  const hasWebhooks = top !== undefined && (!hasWindows || top['webhooks'] !== undefined)
  return {
    definitions: hasWebhooks ? readList(reading, top, 'webhooks') : [],
    windows: hasWindows ? readList(reading, top, 'windows') : undefined,
    mistakes: mistakes.slice(0, MISTAKES_MAX),
  }
}

interface Reading {
  readonly file: string
  readonly yaml: YamlFile
  readonly mistakes: Mistake[]
}

function note(
  { file, yaml, mistakes }: Reading,
  place: readonly (string | number)[],
  { path, message }: Pick<Mistake, 'path' | 'message'>,
): void {
  mistakes.push({ file, line: yaml.lineOf(place), path, message })
}

function readTop(reading: Reading): JsonObject | undefined {
  const { value: top } = reading.yaml
  if (top === undefined) return undefined
  if (!isObject(top)) {
    note(reading, [], {
      path: '',
      message: 'must be a map with the list webhooks in it, as `tocsin export` writes it',
    })
    return undefined
  }
  for (const member of Object.keys(top)) {
    if (!(member in NOUNS))
      note(reading, [member], { path: member, message: 'is unknown here; known are webhooks and windows' })
  }
  return top
}

function readList(reading: Reading, top: JsonObject, list: ListName): readonly WrittenDefinition[] {
  const { [list]: items } = top
  if (Array.isArray(items)) return items.flatMap((item, index) => readItem(reading, item, list, index) ?? [])
  note(reading, [list], { path: list, message: `must be a list of ${NOUNS[list]}s; for none write []` })
  return []
}

function readItem(
  reading: Reading,
  value: unknown,
  list: ListName,
  index: number,
): WrittenDefinition | undefined {
  const { file, yaml } = reading
  const path = `${list}[${index}]`
  const place = [list, index]
  if (!isObject(value)) {
    note(reading, place, { path, message: `must be a map with the members of a ${NOUNS[list]}` })
    return undefined
  }
  const { name } = value
  if (typeof name !== 'string' || name.trim() === '') {
    const isNumber = typeof name === 'number' || typeof name === 'boolean'
    const remedy = isNumber ? `; write "${asText(name)}" with its quotes` : ''
    note(reading, [...place, 'name'], {
      path: `${path}.name`,
      message: `must be the name of the ${NOUNS[list]}, a text${remedy}`,
    })
    return undefined
  }
  return {
    name,
    members: withoutExtensions(value),
    mistake: (inner, message) => {
      const whole = inner === '' ? path : `${path}.${inner}`
      const unset = yaml.unset.get(whole)
      const remedy = unset ? ` (not set in the environment: ${unset.join(', ')})` : ''
      return {
        file,
        line: yaml.lineOf([...place, ...partsOf(inner)]),
        path: whole,
        message: message + remedy,
      }
    },
  }
}

function partsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([whole, index]) =>
    index === undefined ? whole : Number(index),
  )
}

/** `hooks.yaml:12: webhooks[0].url` */
export function placeOf({ file, line, path }: Mistake): string {
  return `${file}:${line}${path === '' ? '' : `: ${path}`}`
}

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
