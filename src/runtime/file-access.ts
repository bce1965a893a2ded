import { accessSync, constants, lchownSync, lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { FOLDER_IN_PLACE } from '../domain/errors.ts'

/** Files that SQLite, and the service's lock, keep beside a database. */
const BESIDE = ['-wal', '-shm', '.lock'] as const

/**
 * Says which path this process cannot read and write, its owner and mode, who this process is, and the
 * remedy. Undefined: owners and modes allow everything.
 */
export function explainAccess(name: string): string | undefined {
  const file = resolve(name)
  return (
    explainFolder(dirname(file)) ??
    ['', ...BESIDE].map((ending) => explainFile(`${file}${ending}`)).find((because) => because !== undefined)
  )
}

/** Says the same for reading: about the first folder, or the file, that this process may not read. */
export function explainReading(name: string): string | undefined {
  const file = resolve(name)
  const folders = [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index) || '/')
  const asked = [
    ...folders.map((path) => ({ path, kind: 'folder', mode: constants.X_OK }) as const),
    { path: file, kind: 'file', mode: constants.R_OK } as const,
  ]
  for (const { path, ...wanted } of asked) {
    const found = statOf(path)
    const because = found && describeRefusal(path, found, wanted)
    if (because !== undefined) return because
  }
  return undefined
}

/** A missing folder can be created if the next one above is writable. */
function explainFolder(folder: string): string | undefined {
  const found = statOf(folder)
  if (!found) return folder === dirname(folder) ? undefined : explainFolder(dirname(folder))
  if (!found.isDirectory()) return `${folder} is a file, and must be a folder.`
  return explainRefusal(folder, found, { kind: 'folder', mode: constants.W_OK | constants.X_OK })
}

function explainFile(file: string): string | undefined {
  const found = statOf(file)
  if (!found) return undefined
  if (found.isDirectory()) return `${file} ${FOLDER_IN_PLACE}. Remove it, and name or mount a file.`
  return explainRefusal(file, found, { kind: 'file', mode: constants.R_OK | constants.W_OK })
}

interface Asked {
  readonly kind: 'file' | 'folder'
  readonly mode: number
}

function explainRefusal(path: string, found: Stats, asked: Asked): string | undefined {
  if (refusalOf(path, asked.mode) === 'EROFS')
    return `The ${asked.kind} ${path} is on a file system that is mounted read-only. Mount it to be written, or name another place.`
  const because = describeRefusal(path, found, asked)
  const user = process.geteuid?.() ?? 0
  const remedy =
    found.uid === user ? `chmod u+rw${asked.kind === 'folder' ? 'x' : ''} ${path}` : `chown ${user} ${path}`
  return because === undefined ? undefined : `${because} Mend it with: ${remedy}`
}

function describeRefusal(path: string, found: Stats, { kind, mode }: Asked): string | undefined {
  if ((refusalOf(path, mode) ?? refusalByMode(found, mode)) === undefined) return undefined
  const [owner, user] = [describeUser(found.uid), describeUser(process.geteuid?.() ?? 0)]
  const verb = (mode & constants.W_OK) !== 0 ? 'written' : kind === 'folder' ? 'searched' : 'read'
  return `The ${kind} ${path} cannot be ${verb}: it belongs to ${owner}, has mode ${(found.mode & 0o7777).toString(8)}, and this process runs as ${user}.`
}

function refusalOf(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode)
    return undefined
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** Checks the effective user by the mode: access(2) checks the real one. */
function refusalByMode(found: Stats, mode: number): string | undefined {
  const user = process.geteuid?.()
  if (user === process.getuid?.() || user === 0) return undefined
  const shift = found.uid === user ? 6 : found.gid === process.getegid?.() ? 3 : 0
  return ((found.mode >> shift) & mode) === mode ? undefined : 'EACCES'
}

/** Returns undefined for a missing file, or in a folder that this process may not search. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function describeUser(uid: number): string {
  const name = userName(uid, readUsers())
  return name === undefined ? `user ${uid}` : `${name} (user ${uid})`
}

/** Finds a user name in /etc/passwd (https://man7.org/linux/man-pages/man5/passwd.5.html). */
function userName(uid: number, users: string): string | undefined {
  const fields = users.split('\n').map((line) => line.split(':'))
  return fields.find(([, , id]) => id === String(uid))?.[0]
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** The owner of a file, existing or new. */
export interface Owner {
  readonly uid: number
  readonly gid: number
  /** For a file that holds secrets: never executable. */
  readonly mode: number
}

/**
 * Finds the owner for a database file: that of the file, or of its folder. Root's file in another user's
 * folder was put there by hand, and the service could not open it.
 */
export function ownerOf(file: string): Owner | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  const folder = statSync(dirname(file), { throwIfNoEntry: false })
  const taken = found && (found.uid !== 0 || folder?.uid === 0) ? found : folder
  return taken && { uid: taken.uid, gid: taken.gid, mode: taken.mode & 0o666 }
}

/** Gives root's files to the owner if this process is root. Links and files with several names stay. */
export function giveTo(owner: Owner | undefined, files: readonly string[]): void {
  if (!owner || owner.uid === 0 || process.geteuid?.() !== 0) return
  for (const file of files) {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found?.isFile() && found.uid === 0 && found.nlink === 1) lchownSync(file, owner.uid, owner.gid)
  }
}

/**
 * Works as the owner if this process is root, so that new files are the owner's, and no link in the folder
 * misleads root. Other users work as themselves.
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
