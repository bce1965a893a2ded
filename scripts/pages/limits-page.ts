import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../src/config/config.ts'
import { table } from './markdown.ts'

const source = join(import.meta.dirname, '../../src')

/** Where what is limited is met, by the folder or file of the code; the first that fits counts. */
const SECTIONS: readonly (readonly [title: string, where: RegExp])[] = [
  ['Reports', /^intake\/|^api\/v1\/reports\/|^domain\/(?:source|alert)\/|^domain\/operation\/report/],
  [
    'Webhooks',
    /^domain\/(?:webhook|definition|matching|routing|spelling|receiver\/signature|receiver\/response-rule)|^presets\/|^webhooks\/|^api\/v1\/webhooks\//,
  ],
  ['Lists, the live view and the audit log', /^api\/v1\/|^domain\/(?:page|overview|audit)|^storage\/store/],
  ['People, sessions, tokens', /^people\/|^tokens\/|^api\/auth\/|^domain\/people\//],
  ['Deliveries', /^delivery\/|^domain\/(?:delivery|flow|operation|clock-steps)/],
  ['Databases that are asked', /^pollers\//],
  ['Connections, requests and responses', /^api\/|^runtime\/|^monitoring\//],
]

/** Only within the tool itself, which explains itself; and how a copy goes from one database to another. */
const NOT_OF_THE_SERVICE = /^cli\/|^storage\/copy\//

const DECLARATION = /(?:\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n)?export const ([A-Z][A-Z_]*_(?:MAX|SHARE)) =/g

export interface Limit {
  readonly file: string
  readonly name: string
  /** The comment of the code; empty: it has none. */
  readonly comment: string
  readonly value: number
}

/** Every exported constant of the code whose name says that it is a limit. */
export const LIMITS: readonly Limit[] = (
  await Promise.all(
    globSync('**/*.ts', { cwd: source })
      .filter((file) => !file.endsWith('.test.ts') && !NOT_OF_THE_SERVICE.test(file))
      .toSorted()
      .map(readLimits),
  )
).flat()

async function readLimits(file: string): Promise<readonly Limit[]> {
  const text = readFileSync(join(source, file), 'utf8')
  const declared = [...text.matchAll(DECLARATION)]
  if (declared.length === 0) return []
  const module = (await import(join(source, file))) as Readonly<Record<string, unknown>>
  return declared.flatMap(([, comment = '', name = '']) => {
    const value = module[name]
    return typeof value === 'number' ? [{ file, name, comment: toSentence(comment), value }] : []
  })
}

function toSentence(comment: string): string {
  return comment
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** docs/limits.md, from the constants that the code itself goes by. */
export function limitsPage(): string {
  return [
    '# Limits',
    INTRODUCTION,
    ...SECTIONS.map(([title]) => title)
      .concat('Others')
      .flatMap((title) => {
        const limits = LIMITS.filter(({ file }) => sectionOf(file) === title)
        return limits.length === 0
          ? []
          : [`## ${title}`, table(['what', 'at most', 'in the code'], limits.map(toRow))]
      }),
    '## What has no bound',
    UNBOUNDED,
  ].join('\n\n')
}

function sectionOf(file: string): string {
  return SECTIONS.find(([, where]) => where.test(file))?.[0] ?? 'Others'
}

function toRow({ comment, name, value }: Limit): readonly string[] {
  return [comment, describe(name, value), `\`${name}\``]
}

function describe(name: string, value: number): string {
  if (name.endsWith('_SHARE')) return `${value * 100} %`
  if (/(?:^|_)MS_/.test(name)) return describeMs(value)
  if (name.includes('BYTES')) return describeBytes(value)
  const isOfText = /CHARS|CHARACTERS|LENGTH|TEXT/.test(name)
  return `${value.toLocaleString('en')}${isOfText ? ' characters' : ''}`
}

const MS_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

function describeMs(ms: number): string {
  const [unit, size] = MS_UNITS.find(([, size]) => ms % size === 0) ?? ['ms', 1]
  return `${(ms / size).toLocaleString('en')} ${unit}`
}

function describeBytes(bytes: number): string {
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes.toLocaleString('en')} bytes`
}

const UNBOUNDED = `Tocsin keeps the state of every open notification of receivers in mode \`current_state\`, however many there are: about 50 bytes on SQLite, and 210 on PostgreSQL, for each alert and webhook. Beyond \`TOCSIN_OPEN_NOTIFICATIONS_MAX\` (${Number(SETTINGS.openNotificationsMax.fallback).toLocaleString('en')}: 250 MB, or a gigabyte) the log, the overview and \`tocsin status\` warn of it, and nothing is refused or forgotten: [retries.md](retries.md#how-much-is-remembered).`

const INTRODUCTION = `Everything that a caller, a receiver or a monitor can make large, many or slow has a bound, and each bound is one constant of the code, from which this page is made. What is refused is answered 400, 413, 429 or 503 with a sentence that names the limit, and changes nothing. [configuration.md](configuration.md) has those that can be set.`
