/**
 * `${NAME}` is an environment variable, `${NAME:-text}` the text if that is unset or empty, `${file:/run/secrets/name}`
 * the content of a file; `$${` is a literal `${`.
 */
const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g
const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s
const FILE = /^file:(.+)$/s

export interface References {
  readonly variable: (name: string) => string | undefined
  /** Undefined: unreadable. The last line break is left out. */
  readonly file: (path: string) => string | undefined
}

export interface ReferenceMistake {
  /** The reference as it stands in the text, e.g. `${NAME}`. */
  readonly spelling: string
  /** Completes "<where> …", e.g. `refers to the variable NAME, which is not set`. */
  readonly message: string
}

export interface Expanded {
  readonly text: string
  /** Failed references, which stay in the text. */
  readonly mistakes: readonly ReferenceMistake[]
  /** Unset variables that were replaced by the text of their reference. */
  readonly unset: readonly string[]
}

/**
 * Replaces references, so that a file under version control needs no secrets. Replacements are not expanded again. Pure
 * except for the two lookups.
 */
export function expandReferences(text: string, references: References): Expanded {
  const mistakes: ReferenceMistake[] = []
  const unset: string[] = []
  const expanded = text.replace(REFERENCE, (spelling: string, inner: string | undefined, end: string) => {
    if (inner === undefined) return '${'
    const found = end === '' ? NOT_CLOSED : follow(inner, references)
    if ('value' in found) {
      if (found.unset !== undefined) unset.push(found.unset)
      return found.value
    }
    mistakes.push({ spelling, message: found.mistake })
    return spelling
  })
  return { text: expanded, mistakes, unset }
}

type Found = { readonly value: string; readonly unset?: string } | { readonly mistake: string }

const LITERAL = 'write $${ for a literal ${'
const NOT_CLOSED: Found = { mistake: `has a \${ that no } ends; ${LITERAL}` }

function follow(inner: string, { variable, file }: References): Found {
  const [, name, otherwise] = VARIABLE.exec(inner) ?? []
  if (name !== undefined) {
    const value = variable(name)
    if (otherwise !== undefined && !value) return { value: otherwise, unset: name }
    return value === undefined ? { mistake: `refers to the variable ${name}, which is not set` } : { value }
  }
  const [, path] = FILE.exec(inner) ?? []
  if (path === undefined) {
    return {
      mistake: `has \${${inner.slice(0, 60)}}, which is neither the name of a variable nor file: and a path; ${LITERAL}`,
    }
  }
  const value = file(path)
  return value === undefined
    ? { mistake: `refers to the file ${path}, which cannot be read` }
    : { value: value.replace(/\r?\n$/, '') }
}
