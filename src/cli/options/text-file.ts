import { open, stat } from 'node:fs/promises'
import { decodeText } from '../../config/text-file.ts'
import { failure, usageError, type CliError } from '../program/cli-error.ts'
import type { Terminal } from '../program/context.ts'

export interface TextFileRules {
  /** The option that named the file, for messages. */
  readonly option: string
  readonly terminal: Terminal
  readonly bytesMax: number
}

/** A file, or stdin for `-`, as text without a byte order mark. Throws a CliError that names the file. */
export async function readTextFile(path: string, rules: TextFileRules): Promise<string> {
  const bytes = path === '-' ? await readInput(rules) : await readFileUpTo(path, rules)
  try {
    return decodeText(bytes)
  } catch (error) {
    throw failure(`${nameOf(path)} ${error instanceof Error ? error.message : String(error)}.`, [], error)
  }
}

/** Tells whether something by this name could be read. */
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

/** Reads no more than the limit, even of a device that never ends. */
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
    const reason = FILE_WORDS[code] ?? (error instanceof Error ? error.message : String(error))
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
