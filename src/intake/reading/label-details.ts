import type { AlertDetails } from '../../domain/alert/alert.ts'
import type { Labels } from './foreign-text.ts'

type TextMember = Exclude<keyof AlertDetails, 'labels' | 'annotations' | 'variants'>
type Sources = readonly (readonly [member: TextMember, names: readonly string[]])[]

/** The labels of a Prometheus-style alert that a detail comes from; the first present one counts. */
export const DETAILS_FROM_LABELS = [
  ['objectName', ['instance', 'service_name', 'server']],
  ['database', ['datname', 'database']],
  ['schema', ['schemaname']],
  ['databaseObject', ['relname', 'table']],
  ['agentName', ['job']],
] as const satisfies Sources

/** The annotations that a detail comes from. */
export const DETAILS_FROM_ANNOTATIONS = [
  ['currentValue', ['value']],
  ['thresholdValue', ['threshold']],
  ['info', ['description', 'summary']],
] as const satisfies Sources

/** Returns the details that labels and annotations give; both are also kept as they came. */
export function detailsFromLabels(labels: Labels, annotations: Labels): AlertDetails {
  return {
    ...pick(labels, DETAILS_FROM_LABELS),
    ...pick(annotations, DETAILS_FROM_ANNOTATIONS),
    ...serverOf(labels),
    labels,
    annotations,
  }
}

/** `host:port` and `[IPv6]:port`; without a port the whole text is the host. */
export function splitInstance(instance: string): { readonly host: string; readonly port?: string } {
  const match = /^(?:\[([0-9A-Fa-f:.]+(?:%[^\]\s]+)?)\]|([^\s/:[\]]+)):(\d{1,5})$/.exec(instance)
  const host = match?.[1] ?? match?.[2]
  const port = match?.[3]
  return host === undefined || port === undefined
    ? { host: instance.replace(/^\[(.*)\]$/, '$1') }
    : { host, port }
}

function pick(texts: Labels, sources: Sources): AlertDetails {
  const found: { -readonly [Member in TextMember]?: string } = {}
  for (const [member, names] of sources) {
    const name = names.find((name) => hasText(texts, name))
    const text = name === undefined ? undefined : texts[name]
    if (text !== undefined) found[member] = text
  }
  return found
}

function serverOf(labels: Labels): AlertDetails {
  const name = ['server', 'service_name'].find((name) => hasText(labels, name))
  const named = name === undefined ? undefined : labels[name]
  if (!hasText(labels, 'instance'))
    return named === undefined ? {} : { objectType: 'server', serverName: named }
  const { host, port } = splitInstance(labels['instance'] ?? '')
  return {
    objectType: 'server',
    serverName: named ?? host,
    serverAddress: host,
    ...(port !== undefined && { serverPort: port }),
  }
}

function hasText(texts: Labels, name: string): boolean {
  return Object.hasOwn(texts, name) && texts[name] !== ''
}
