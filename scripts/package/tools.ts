import { knownProgram } from './go-program.ts'

/** The kinds of packages, in the order in which they are made. */
export const KINDS = ['npm', 'deb', 'rpm', 'image'] as const
export type Kind = (typeof KINDS)[number]

/** Each kind takes one program of each list. */
const TOOLS: Readonly<Record<Kind, readonly (readonly string[])[]>> = {
  npm: [],
  deb: [['nfpm', 'go']],
  rpm: [['nfpm', 'go']],
  image: [['strip'], ['apt-get'], ['dpkg-deb']],
}

/** Returns a sentence for each kind that cannot be made here, before anything is made. */
export function missingTools(
  kinds: readonly Kind[],
  isThere: (tool: string) => boolean = (tool) => knownProgram(tool) !== undefined,
): readonly string[] {
  return kinds.flatMap((kind) => {
    const missing = TOOLS[kind].filter((tools) => !tools.some(isThere)).map((tools) => tools.join(' or '))
    if (missing.length === 0) return []
    return [`The ${kind} package needs ${missing.join(' and ')}, and this machine has none.`]
  })
}
