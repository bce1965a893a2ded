/** A path in the body of a sender: `rule.name`, `alerts[0].labels["a b"]`. */
export interface FieldPath {
  readonly text: string
  /** `$.server`: begins at the whole body, not at the entry of a list. */
  readonly fromBody: boolean
  readonly steps: readonly (string | number)[]
}

const STEPS_MAX = 20
const LENGTH_MAX = 500

/** A name, a name in quotes with `\` before a quote, or an index in a list. */
const STEP = /(?:^|\.)([^.[\]"'\s]+)|\[(?:(\d{1,5})|"((?:[^"\\]|\\.){1,200})"|'((?:[^'\\]|\\.){1,200})')\]/y

/** Returns undefined if it is no path. */
export function parseFieldPath(text: string): FieldPath | undefined {
  if (text.length > LENGTH_MAX) return undefined
  const fromBody = /^\$(?=[.[])/.test(text)
  const rest = fromBody ? text.slice(1).replace(/^\./, '') : text
  const steps: (string | number)[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < rest.length) {
    const match = STEP.exec(rest)
    if (!match || steps.length === STEPS_MAX) return undefined
    const [, name, index, double, single] = match
    const quoted = double ?? single
    steps.push(name ?? (index === undefined ? (quoted ?? '').replace(/\\(.)/gs, '$1') : Number(index)))
  }
  return steps.length === 0 ? undefined : { text, fromBody, steps }
}

/** Reads only own members. */
export function valueAt(entry: unknown, body: unknown, { fromBody, steps }: FieldPath): unknown {
  let value = fromBody ? body : entry
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    // An index of a list and a name of an object are both members.
    value = (value as Readonly<Record<string | number, unknown>>)[step]
  }
  return value
}
