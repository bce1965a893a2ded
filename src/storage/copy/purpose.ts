import { CopyRefusal, NothingThere } from './ends.ts'

/** A target is made ready to be filled; the others are only read, and not changed. */
export type Purpose = 'source' | 'target' | 'inspect'

export interface Versions {
  readonly found: number
  readonly known: number
}

/** Checks that a database that is only read has the schema of this release. */
export function checkVersion(name: string, { found, known }: Versions): void {
  if (found === known) return
  if (found === 0) throw new NothingThere(`${name} holds no database of Tocsin.`)
  if (found < known) {
    throw new CopyRefusal(`${name} has schema version ${found}, and this release works with ${known}.`, [
      `Bring it up to date first, with \`tocsin migrate\` and its address in TOCSIN_DATABASE; make a backup before.`,
    ])
  }
  throw new CopyRefusal(
    `${name} has schema version ${found}, and this release knows versions up to ${known}: it was used by a newer release.`,
    ['Copy with that one.'],
  )
}
