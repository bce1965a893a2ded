import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { formatInstant, type Instant } from '../../src/domain/instant.ts'
import { failure } from '../program/cli-error.ts'
import type { CliContext } from '../program/command.ts'
import type { Machine } from '../program/machine.ts'
import { asObject, asText, type Received } from '../view/response.ts'
import { replaceFile } from '../options/files.ts'

/**
 * Unreported runs: one file each in a folder of the owner's. Files are written whole; several processes may
 * read, write and remove them, since a run sent twice has the same run id.
 */
export interface SpooledRun {
  /** Address of its service; empty: the settings named none, so any service fits. */
  readonly service: string
  readonly body: Received<'JobRunReport'>
}

/** A cron line of each minute, through a night without the service. */
const RUNS_MAX = 1_000
const FOLDER_BYTES_MAX = 64 * 1024 ** 2
/** 64 K characters of output, each up to six bytes in JSON. */
const FILE_BYTES_MAX = 1024 ** 2

/** Sorted names are in the order of the runs. */
const NAME = /^\d{8}T\d{9}Z-[0-9a-f]{8}\.json$/
/** Names of spooled runs, of those being written or set aside too. */
const ANY_NAME = /^\d{8}T\d{9}Z-[0-9a-f]{8}\.json/

/** `tocsin/runs` in `$XDG_STATE_HOME` or `~/.local/state`. */
export function spooledRunsFolder({
  environment,
  machine,
}: Pick<CliContext, 'environment' | 'machine'>): string {
  const base = environment['XDG_STATE_HOME']
  // A relative path is invalid and ignored (XDG Base Directory Specification).
  if (base && isAbsolute(base)) return join(base, 'tocsin', 'runs')
  return join(environment['HOME'] || machine.homeFolder(), '.local', 'state', 'tocsin', 'runs')
}

/** `id`: eight random hexadecimal digits. */
export function spooledRunName(finishedAt: Instant, id: string): string {
  return `${formatInstant(finishedAt).replaceAll(/[-:.]/g, '')}-${id}.json`
}

export async function listSpooledRuns(folder: string): Promise<readonly string[]> {
  return (await readFolder(folder)).filter((name) => NAME.test(name)).toSorted()
}

/**
 * Drops the oldest if the folder is full, and returns how many. Throws a CliError if it cannot be written.
 */
export async function keepRun(
  folder: string,
  name: string,
  run: SpooledRun,
  machine: Machine,
): Promise<number> {
  const text = JSON.stringify({ service: run.service, job_run: run.body })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw failure(`the folder ${folder} cannot be made: ${reasonOf(error)}.`, [], error)
  }
  const givenUpCount = await makeSpace(folder, Buffer.byteLength(text))
  const file = join(folder, name)
  await replaceFile(file, machine, (handle) => handle.writeFile(text))
  return givenUpCount
}

/** `gone`: another process has sent it; `damaged`: not our format; `unreadable`: perhaps another user's. */
export async function readSpooledRun(
  folder: string,
  name: string,
): Promise<SpooledRun | 'gone' | 'damaged' | 'unreadable'> {
  const file = join(folder, name)
  try {
    const found = await lstat(file)
    // Pipes and devices may have no end; a link may lead anywhere.
    if (!found.isFile() || found.size > FILE_BYTES_MAX) return 'damaged'
    return parseSpooledRun(await readFile(file, 'utf8'))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'unreadable'
  }
}

function parseSpooledRun(text: string): SpooledRun | 'damaged' {
  try {
    const { service, job_run: body } = asObject(JSON.parse(text))
    if (typeof body !== 'object' || body === null) return 'damaged'
    // Sent as kept, by any release; earlier ones said `finished_at`.
    const { finished_at: endedAt, ...members } = asObject(body)
    const kept = endedAt === undefined ? members : { ...members, ended_at: endedAt }
    return { service: asText(service), body: kept as SpooledRun['body'] }
  } catch {
    return 'damaged'
  }
}

export async function forgetSpooledRun(folder: string, name: string): Promise<void> {
  const file = join(folder, name)
  try {
    await rm(file, { force: true })
  } catch (error) {
    throw failure(`the file ${file} cannot be removed: ${reasonOf(error)}.`, [], error)
  }
}

/** Renames a run that only a person can repair. Returns the new name. */
export async function setSpooledRunAside(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  // Another process may have done it.
  await rename(file, `${file}.refused`).catch(() => undefined)
  return `${file}.refused`
}

async function makeSpace(folder: string, bytes: number): Promise<number> {
  const names = (await readFolder(folder)).filter((name) => ANY_NAME.test(name)).toSorted()
  const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))))
  let total = bytes + sizes.reduce((sum, size) => sum + size, 0)
  let givenUpCount = 0
  for (const [index, name] of names.entries()) {
    if (total <= FOLDER_BYTES_MAX && names.length - givenUpCount < RUNS_MAX) break
    total -= sizes[index] ?? 0
    givenUpCount += 1
    await forgetSpooledRun(folder, name)
  }
  return givenUpCount
}

async function sizeOf(file: string): Promise<number> {
  return lstat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

async function readFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw failure(`the folder ${folder} cannot be read: ${reasonOf(error)}.`, [], error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function reasonOf(error: unknown): string {
  return codeOf(error) || String(error)
}
