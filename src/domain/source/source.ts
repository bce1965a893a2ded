import { whyReserved } from '../alert/own-alert.ts'
import { readBodySignature, type BodySignature } from './body-signature.ts'
import { isObject } from '../json-object.ts'
import type { DatabaseDialect, DatabaseSource } from './database-source.ts'
import { DATABASE_DIALECTS, knownMembers, readDatabaseSource } from './database-source.ts'
import { MAPPING_MEMBERS, readExpiry, readFieldMapping, type FieldMapping } from './field-mapping.ts'
import { NO_OVERRIDES, type SeverityOverrides } from '../alert/severity.ts'
import { readSeverity, readTexts } from './source-severity.ts'

/** The dialects of senders, with an adapter each (intake/sources/). */
export const DIALECTS = [
  'prometheus',
  'alertmanager',
  'grafana',
  'zabbix',
  'nagios',
  'pgdash',
  'pganalyze',
  'datadog',
  'cloudevents',
  'json',
] as const

export type DialectName = (typeof DIALECTS)[number] | DatabaseDialect

/**
 * A source of alerts or job runs, at `/intake/<name>`. Its name is the `source` of all its reports, so that two
 * monitors never change each other's alerts.
 */
export interface SourceSettings {
  readonly name: string
  readonly dialect: DialectName
  readonly severity: SeverityOverrides
  /** Labels that do not count: alerts that differ only in these are one. */
  readonly ignoreLabels: readonly string[]
  /** Set: an expired alert stays raised instead of clearing. */
  readonly onExpiry?: 'keep'
  /** How long an alert without `endsAt` counts as firing; only in the dialect `prometheus`. */
  readonly expiresAfterMs?: number
  readonly mapping?: FieldMapping
  /** Set: reports must be signed. */
  readonly signature?: BodySignature
  readonly database?: DatabaseSource
}

/** A source in `TOCSIN_SOURCES_FILE`, under `sources`; docs/sources.md describes the members. */
export interface SourceMembers {
  readonly [member: string]: unknown
}

/** Dialects that identify alerts by labels, so that some can be ignored. */
const LABELLED_DIALECTS: readonly DialectName[] = ['prometheus', 'alertmanager', 'grafana']

/** Dialects whose signatures are documented. */
const SIGNING_DIALECTS: readonly DialectName[] = ['grafana']

const MEMBERS = ['dialect', 'severity', 'on_expiry']

/** Members of dialects that do not work without settings: only a file defines such sources. */
const OWN_MEMBERS: Readonly<Partial<Record<DialectName, readonly string[]>>> = { json: MAPPING_MEMBERS }

/** Limits `expires_after` of a source of the dialect `prometheus`, in days. */
const EXPIRES_AFTER_DAYS_MAX = 1

/** Names stand in addresses; a token never looks like one. */
const NAME = /^(?!tcn_)[a-z0-9][a-z0-9_-]{0,62}$/
const SOURCES_MAX = 500

/**
 * Returns the sources of the file, and one per dialect under its own name unless the file redefines it. Throws an Error
 * with every mistake, one per line.
 */
export function readSources(document: unknown): readonly SourceSettings[] {
  const mistakes: string[] = []
  const given = readMembers(document, mistakes)
  const sources = given.flatMap(([name, members]) => readSource(name, members, mistakes) ?? [])
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return [...DEFAULT_SOURCES.filter(({ name }) => !given.some(([taken]) => taken === name)), ...sources]
}

/** The sources without a file: one per dialect that needs no settings. */
export const DEFAULT_SOURCES: readonly SourceSettings[] = DIALECTS.filter(
  (dialect) => !OWN_MEMBERS[dialect],
).map((dialect) => ({ name: dialect, dialect, severity: NO_OVERRIDES, ignoreLabels: [] }))

function readMembers(document: unknown, mistakes: string[]): readonly (readonly [string, SourceMembers])[] {
  if (document === undefined || document === null) return []
  if (!isObject(document)) return complain(mistakes, 'must have `sources:` at its top')
  for (const member of Object.keys(document)) {
    if (member !== 'sources') mistakes.push(`${member}: is not known here; there is only \`sources\``)
  }
  const sources = document['sources'] ?? {}
  if (!isObject(sources))
    return complain(
      mistakes,
      'sources: must have the names of sources, each followed by a colon and, indented below it, its members',
    )
  const entries = Object.entries(sources)
  if (entries.length > SOURCES_MAX) {
    return complain(mistakes, `sources: has ${entries.length} entries, but may have ${SOURCES_MAX} at most`)
  }
  return entries.flatMap(([name, members]) => {
    if (!NAME.test(name)) {
      mistakes.push(
        `sources.${name}: a name has lower-case letters, digits, - and _, at most 63, and does not begin with tcn_`,
      )
    } else if (isObject(members)) return [[name, members] as const]
    else mistakes.push(`sources.${name}: must have members, at least \`dialect\``)
    return []
  })
}

function readSource(name: string, members: SourceMembers, mistakes: string[]): SourceSettings | undefined {
  const at = `sources.${name}`
  if (isDatabaseDialect(members['dialect'])) return readAsked(name, members['dialect'], members, mistakes)
  const { dialect } = members
  if (!isDialect(dialect)) {
    const what = dialect === undefined ? 'is missing; it must be' : `is ${quote(dialect)}, but must be`
    mistakes.push(`${at}.dialect: ${what} one of ${[...DIALECTS, ...DATABASE_DIALECTS].join(', ')}`)
    return undefined
  }
  refuseTakenName(name, dialect, mistakes)
  refuseUnknownMembers(at, { dialect, members, mistakes })
  const isLabelled = LABELLED_DIALECTS.includes(dialect)
  const signature = SIGNING_DIALECTS.includes(dialect)
    ? readBodySignature(`${at}.signature`, members['signature'], mistakes)
    : undefined
  return {
    name,
    dialect,
    severity: readSeverity(`${at}.severity`, members['severity'], mistakes),
    ignoreLabels: isLabelled ? readTexts(`${at}.ignore_labels`, members['ignore_labels'], mistakes) : [],
    ...readOnExpiry(`${at}.on_expiry`, members['on_expiry'], mistakes),
    ...(dialect === 'prometheus' &&
      readExpiresAfter(`${at}.expires_after`, members['expires_after'], mistakes)),
    ...(dialect === 'json' && { mapping: readFieldMapping(at, members, mistakes) }),
    ...(signature && { signature }),
  }
}

function readOnExpiry(at: string, given: unknown, mistakes: string[]): Pick<SourceSettings, 'onExpiry'> {
  if (given === 'keep') return { onExpiry: given }
  if (given !== undefined && given !== 'clear') {
    mistakes.push(
      `${at}: is ${quote(given)}, but must be clear (what is not reported any more ends) or keep (it stays raised until its monitor ends it)`,
    )
  }
  return {}
}

function readExpiresAfter(
  at: string,
  given: unknown,
  mistakes: string[],
): Pick<SourceSettings, 'expiresAfterMs'> {
  const expiresAfterMs = readExpiry(at, given, mistakes, EXPIRES_AFTER_DAYS_MAX)
  return expiresAfterMs === undefined ? {} : { expiresAfterMs }
}

interface PushedMembers {
  readonly dialect: DialectName
  readonly members: SourceMembers
  readonly mistakes: string[]
}

function refuseUnknownMembers(at: string, { dialect, members, mistakes }: PushedMembers): void {
  const known = [
    ...MEMBERS,
    ...(LABELLED_DIALECTS.includes(dialect) ? ['ignore_labels'] : []),
    ...(SIGNING_DIALECTS.includes(dialect) ? ['signature'] : []),
    ...(dialect === 'prometheus' ? ['expires_after'] : []),
    ...(OWN_MEMBERS[dialect] ?? []),
  ]
  const elsewhere: Readonly<Record<string, string>> = {
    ignore_labels: `is for ${LABELLED_DIALECTS.join(', ')} only, whose alerts are known by their labels; leave it out`,
    on_silence: 'is called on_expiry',
    signature: `is for ${SIGNING_DIALECTS.join(', ')} only, whose way of signing is known; leave it out`,
  }
  for (const member of Object.keys(members).filter((member) => !known.includes(member))) {
    mistakes.push(`${at}.${member}: ${elsewhere[member] ?? `is not known; known are ${known.join(', ')}`}`)
  }
}

/** Refuses the name of another dialect: at `/intake/grafana` everybody expects Grafana's payload. */
function refuseTakenName(name: string, dialect: DialectName, mistakes: string[]): void {
  const reserved = whyReserved(name)
  if (reserved !== undefined) mistakes.push(`sources.${name}: ${reserved}`)
  if (!isDialect(name) || name === dialect) return
  mistakes.push(
    `sources.${name}: this name is taken, for the dialect ${name}; give the source of the dialect ${dialect} another one`,
  )
}

function readAsked(
  name: string,
  dialect: DatabaseDialect,
  members: SourceMembers,
  mistakes: string[],
): SourceSettings | undefined {
  const at = `sources.${name}`
  const known = knownMembers(dialect)
  for (const member of Object.keys(members).filter((member) => !known.includes(member))) {
    mistakes.push(`${at}.${member}: is not known; known are ${known.join(', ')}`)
  }
  refuseTakenName(name, dialect, mistakes)
  const database = readDatabaseSource(at, members, mistakes)
  return database && { name, dialect, severity: NO_OVERRIDES, ignoreLabels: [], database }
}

function complain(mistakes: string[], sentence: string): readonly [] {
  mistakes.push(sentence)
  return []
}

/** Cuts a value to the length that fits into a sentence. */
function quote(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}

function isDatabaseDialect(value: unknown): value is DatabaseDialect {
  return DATABASE_DIALECTS.some((dialect) => dialect === value)
}

function isDialect(value: unknown): value is (typeof DIALECTS)[number] {
  return DIALECTS.some((dialect) => dialect === value)
}
