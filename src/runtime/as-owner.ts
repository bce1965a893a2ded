import { lchownSync, lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whose a file is, or is to be. */
export interface Owner {
  readonly uid: number
  readonly gid: number
  /** The mode of a file that holds secrets: never executable. */
  readonly mode: number
}

/**
 * Finds whose the file of a database is to be: that of the file that is there, or of its folder. A file of root in the
 * folder of somebody else was put there by hand, and the service could not open it.
 */
export function ownerOf(file: string): Owner | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  const folder = statSync(dirname(file), { throwIfNoEntry: false })
  const taken = found && (found.uid !== 0 || folder?.uid === 0) ? found : folder
  return taken && { uid: taken.uid, gid: taken.gid, mode: taken.mode & 0o666 }
}

/** Gives files of root to the owner, if this process is root. A link, or a file with another name, stays as it is. */
export function giveTo(owner: Owner | undefined, files: readonly string[]): void {
  if (!owner || owner.uid === 0 || process.geteuid?.() !== 0) return
  for (const file of files) {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found?.isFile() && found.uid === 0 && found.nlink === 1) lchownSync(file, owner.uid, owner.gid)
  }
}

/**
 * Works as the owner, if this process is root: so what is made belongs to them, and they cannot lead root elsewhere by
 * a link in their folder. Everybody else works as who they are.
 */
export function asOwner<Result>(owner: Owner | undefined, work: () => Result): Result {
  const [user, group] = [process.geteuid?.(), process.getegid?.()]
  if (!owner || user !== 0 || group === undefined || owner.uid === 0) return work()
  process.setegid?.(owner.gid)
  process.seteuid?.(owner.uid)
  try {
    return work()
  } finally {
    process.seteuid?.(user)
    process.setegid?.(group)
  }
}
