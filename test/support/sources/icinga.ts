import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../end-with-us.ts'
import { eventually } from '../time/eventually.ts'

/** As Debian's package `icinga2-bin` calls it. */
export const ICINGA_COMMAND = 'icinga2'

/**
 * A real Icinga 2 by itself, which is given the results of checks and runs no checks; its data in a folder that
 * goes when it stops.
 */
export class Icinga {
  readonly #folder: string
  readonly #stop: () => Promise<void>

  private constructor(folder: string, stop: () => Promise<void>) {
    this.#folder = folder
    this.#stop = stop
  }

  /** `objects`: hosts, services, commands and so on. `env`: what its commands get besides. */
  static async start(objects: string, env: NodeJS.ProcessEnv): Promise<Icinga> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-icinga-'))
    const folders = {
      DataDir: 'data',
      CacheDir: 'cache',
      LogDir: 'log',
      InitRunDir: 'run',
      SpoolDir: 'spool',
    }
    for (const name of Object.values(folders)) await mkdir(join(folder, name))
    await writeFile(join(folder, 'icinga2.conf'), `${featuresIn(folder)}\n${objects}`)
    const { username } = userInfo()
    const constant = Object.entries(folders).map(([name, place]) => `-D${name}=${join(folder, place)}`)
    const child = spawn(
      ICINGA_COMMAND,
      ['daemon', '-c', join(folder, 'icinga2.conf'), `-DConfigDir=${folder}`, ...constant],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: { PATH: process.env['PATH'], ICINGA2_USER: username, ICINGA2_GROUP: username, ...env },
      },
    )
    endWithUs(child, { isGroup: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)))
    }
    const ended = once(child, 'exit')
    const icinga = new Icinga(folder, async () => {
      // It ends its worker and its spawner itself, if it is not signalled at the same moment as these.
      child.kill('SIGTERM')
      const killing = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 5_000)
      await ended
      clearTimeout(killing)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    })
    await eventually('Icinga takes commands', async () => {
      assert.equal(child.exitCode, null, output)
      return icinga.#takesCommands()
    })
    return icinga
  }

  /** Gives it results of checks at once: 0 is OK, 1 a warning, 2 critical, 3 unknown. */
  async checkServices(
    host: string,
    results: readonly { readonly service: string; readonly result: 0 | 1 | 2 | 3; readonly output: string }[],
  ): Promise<void> {
    await this.#command(
      results.map(
        ({ service, result, output }) =>
          `PROCESS_SERVICE_CHECK_RESULT;${host};${service};${result};${output}`,
      ),
    )
  }

  log(): Promise<string> {
    return readFile(join(this.#folder, 'log', 'icinga2.log'), 'utf8')
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** Never makes the file. */
  async #takesCommands(): Promise<boolean> {
    const flags = constants.O_WRONLY | constants.O_NONBLOCK
    const file = await open(join(this.#folder, 'icinga2.cmd'), flags).catch(() => undefined)
    await file?.close()
    return file !== undefined
  }

  /** Waits while Icinga has not read what was written before. */
  async #command(lines: readonly string[]): Promise<void> {
    const file = await open(join(this.#folder, 'icinga2.cmd'), constants.O_WRONLY)
    try {
      const at = Math.floor(Date.now() / 1000)
      for (const line of lines) await file.write(`[${at}] ${line}\n`)
    } finally {
      await file.close()
    }
  }
}

function featuresIn(folder: string): string {
  return `include <itl>
object CheckerComponent "checker" { }
object NotificationComponent "notification" { }
object ExternalCommandListener "command" { command_path = "${folder}/icinga2.cmd" }
object FileLogger "main-log" {
  severity = "warning"
  path = "${folder}/log/icinga2.log"
}`
}
