/** `${NAME}` is a variable of the environment, `${file:/run/secrets/name}` what a file holds; `$${` is a literal `${`. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{file:([^}]+)\}/g

export interface References {
  /** Undefined: there is no such variable. */
  readonly variable: (name: string) => string | undefined
  /** Undefined: it cannot be read. What it holds is taken without its last line break. */
  readonly file: (path: string) => string | undefined
}

export interface Expanded {
  readonly text: string
  /** One sentence for each reference that leads nowhere; they stay in the text as they are. */
  readonly mistakes: readonly string[]
}

/**
 * A text with what its references stand for, so that a file that people keep under version control needs no secrets in
 * it. What is put in is not looked at again. Pure but for the two lookups.
 */
export function expandReferences(text: string, { variable, file }: References): Expanded {
  const mistakes: string[] = []
  const expanded = text.replace(REFERENCE, (whole, name: string | undefined, path: string | undefined) => {
    if (name !== undefined) {
      const value = variable(name)
      if (value === undefined) mistakes.push(`refers to the variable ${name}, which is not set`)
      return value ?? whole
    }
    if (path === undefined) return '${'
    const value = file(path)
    if (value === undefined) mistakes.push(`refers to the file ${path}, which cannot be read`)
    return value?.replace(/\r?\n$/, '') ?? whole
  })
  return { text: expanded, mistakes }
}
