import { accessSync, constants, lchownSync, lstatSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { FOLDER_IN_PLACE } from '../domain/errors.ts'

/** Files that SQLite, and the lock of the service, keep beside a database. */
const BESIDE = ['-wal', '-shm', '.lock'] as const

/**
 * Says which path keeps this process from reading and writing a file, whose it is, with which mode, who this
 * process is, and what mends it. Undefined: every path allows it, as far as their owners and modes show.
 */
export function explainAccess(name: string): string | undefined {
  const file = resolve(name)
  return (
    explainFolder(dirname(file)) ??
    ['', ...BESIDE].map((ending) => explainFile(`${file}${ending}`)).find((because) => because !== undefined)
  )
}

/** Says so of what is only read: the first folder on its way, or the file, that this process may not read. */
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

/** A folder that is not there can be made if the next one above may be written. */
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

/** access(2) checks the user who began this process, not the one for whom it works now. */
function refusalByMode(found: Stats, mode: number): string | undefined {
  const user = process.geteuid?.()
  if (user === process.getuid?.() || user === 0) return undefined
  const shift = found.uid === user ? 6 : found.gid === process.getegid?.() ? 3 : 0
  return ((found.mode >> shift) & mode) === mode ? undefined : 'EACCES'
}

/** Undefined as well for what stands in a folder that this process may not search. */
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

/** Finds the name of a user in the text of /etc/passwd (https://man7.org/linux/man-pages/man5/passwd.5.html). */
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

/** The owner that a file has, or is to have. */
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
