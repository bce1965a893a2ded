import { access, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { explainAccess } from '../../runtime/file-access.ts'
import { CliError, failure } from '../program/cli-error.ts'

/** Only its owner may read what is written here: tokens, header values. */
const MODE = 0o600

export interface Replacement {
  /** A file in the same folder, so that renaming is one step; it must not exist. */
  readonly temporary: string
  readonly write: (handle: FileHandle) => Promise<void>
}

/**
 * Writes a file so that it is whole or not there: first beside its path, then flushed and renamed. Whatever goes
 * wrong, no partial file is left and the file that was there stays. A problem with the file is thrown as a
 * CliError.
 */
export async function replaceFile(file: string, { temporary, write }: Replacement): Promise<void> {
  const handle = await open(temporary, 'wx', MODE).catch((error: unknown) =>
    explainFileError(error, temporary),
  )
  try {
    await write(handle)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    explainFileError(error, file)
  }
}

export async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}

function explainFileError(error: unknown, file: string): never {
  if (error instanceof CliError) throw error
  const because =
    explainAccess(file) ??
    `${file} could not be written: ${error instanceof Error ? error.message : String(error)}.`
  throw failure(because, [], error)
}
