import { access, type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { decodeText } from '../../src/domain/file/decode-text.ts'
import { messageOf, CliError, failure, usageError } from '../program/cli-error.ts'
import type { Terminal } from '../program/command.ts'
import type { Machine } from '../program/machine.ts'

interface TextFileRules {
  readonly option: string
  readonly terminal: Terminal
  readonly bytesMax: number
}

/**
 * Reads a file, or stdin for `-`, as text without a byte order mark. Throws a CliError that names the file.
 */
export async function readTextFile(path: string, rules: TextFileRules): Promise<string> {
  const bytes = path === '-' ? await readInput(rules) : await readFileUpTo(path, rules)
  try {
    return decodeText(bytes)
  } catch (error) {
    throw failure(`${nameOf(path)} ${messageOf(error)}.`, [], error)
  }
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function readInput({ terminal, bytesMax }: TextFileRules): Promise<Buffer> {
  if (terminal.isInteractive) terminal.err('Reading from the keyboard; end with Ctrl-D.\n')
  const bytes = await terminal.readInput(bytesMax)
  if (bytes === undefined) throw tooLarge('-', bytesMax)
  return bytes
}

/** Stops at the limit, even on an endless device. */
async function readFileUpTo(path: string, { option, bytesMax }: TextFileRules): Promise<Buffer> {
  const chunks: Buffer[] = []
  let byteCount = 0
  try {
    await using file = await open(path, 'r')
    for await (const chunk of file.createReadStream({ end: bytesMax, autoClose: false })) {
      chunks.push(chunk)
      byteCount += chunk.length
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = FILE_WORDS[code] ?? messageOf(error)
    throw usageError(`${option} names ${path}, which cannot be read: ${reason}.`)
  }
  if (byteCount > bytesMax) throw tooLarge(path, bytesMax)
  return Buffer.concat(chunks)
}

const FILE_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is denied',
  EISDIR: 'it is a folder',
}

function tooLarge(path: string, bytesMax: number): CliError {
  return failure(`${nameOf(path)} is larger than ${bytesMax / 1024 ** 2} MB.`)
}

function nameOf(path: string): string {
  return path === '-' ? 'What came on stdin' : path
}

const MODE = 0o600

/** Writes a text like `replaceFile`, over what an interrupted command has left. */
export async function replaceText(file: string, text: string, machine: Machine): Promise<void> {
  await rm(temporaryOf(file), { force: true })
  await replaceFile(file, machine, (handle) => handle.writeFile(text))
}

/** The temporary file is in the same folder, so that renaming is one step. */
export function temporaryOf(file: string): string {
  return `${file}.tmp`
}

/**
 * Writes a file whole or not at all: to a temporary name, which must be free, then flushed and renamed. On
 * failure the old file stays. Throws a CliError for a problem with the file.
 */
export async function replaceFile(
  file: string,
  machine: Machine,
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const temporary = temporaryOf(file)
  const handle = await open(temporary, 'wx', MODE).catch((error: unknown) =>
    explainFileError(error, temporary, machine),
  )
  try {
    await write(handle)
    await handle.sync()
    await handle.close()
    await rename(temporary, file)
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    explainFileError(error, file, machine)
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

function explainFileError(error: unknown, file: string, { explainAccess }: Machine): never {
  if (error instanceof CliError) throw error
  const because = explainAccess(file) ?? `${file} could not be written: ${messageOf(error)}.`
  throw failure(because, [], error)
}
