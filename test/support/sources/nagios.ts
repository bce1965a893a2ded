import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../end-with-us.ts'
import { eventually } from '../time/eventually.ts'

/** As Debian's package calls it. */
export const NAGIOS_COMMAND = 'nagios4'

export interface NagiosFiles {
  /** Hosts, services, commands and so on. */
  readonly objects: string
  /** Further lines for `nagios.cfg`. */
  readonly settings: string
}

/** A real Nagios by itself, which is notified the results of checks and runs none; its data in a folder that goes when it stops. */
export class Nagios {
  readonly #folder: string
  readonly #stop: () => Promise<void>

  private constructor(folder: string, stop: () => Promise<void>) {
    this.#folder = folder
    this.#stop = stop
  }

  static async start(files: NagiosFiles): Promise<Nagios> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-nagios-'))
    await mkdir(join(folder, 'results'))
    await writeFile(join(folder, 'objects.cfg'), files.objects)
    await writeFile(join(folder, 'nagios.cfg'), `${settingsOf(folder)}\n${files.settings}`)
    const child = spawn(NAGIOS_COMMAND, [join(folder, 'nagios.cfg')], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)))
    }
    const ended = once(child, 'exit')
    await eventually('Nagios takes commands', async () => {
      assert.equal(child.exitCode, null, output)
      return takesCommands(folder)
    })
    return new Nagios(folder, async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    })
  }

  /** The result of a check, as a plugin has it: 0 is OK, 1 a warning, 2 critical, 3 unknown; further lines after `\n`. */
  checkService(host: string, service: string, result: 0 | 1 | 2 | 3, output: string): Promise<void> {
    return this.#command(`PROCESS_SERVICE_CHECK_RESULT;${host};${service};${result};${output}`)
  }

  /** Reports a host: 0 is up, 1 down. */
  checkHost(host: string, result: 0 | 1, output: string): Promise<void> {
    return this.#command(`PROCESS_HOST_CHECK_RESULT;${host};${result};${output}`)
  }

  log(): Promise<string> {
    return readFile(join(this.#folder, 'nagios.log'), 'utf8')
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  async #command(command: string): Promise<void> {
    const file = await openCommandFile(this.#folder)
    try {
      await file.write(`[${Math.floor(Date.now() / 1000)}] ${command.replaceAll('\n', '\\n')}\n`)
    } finally {
      await file.close()
    }
  }
}

async function takesCommands(folder: string): Promise<boolean> {
  const file = await openCommandFile(folder).catch(() => undefined)
  await file?.close()
  return file !== undefined
}

/** Fails unless somebody reads it; never makes it. */
function openCommandFile(folder: string): Promise<FileHandle> {
  return open(commandFileOf(folder), constants.O_WRONLY | constants.O_NONBLOCK)
}

function commandFileOf(folder: string): string {
  return join(folder, 'nagios.cmd')
}

/** Nagios's own configuration, but for paths, the asking for updates, and the patience with results. */
function settingsOf(folder: string): string {
  return [
    `cfg_file=${folder}/objects.cfg`,
    `log_file=${folder}/nagios.log`,
    `command_file=${commandFileOf(folder)}`,
    `query_socket=${folder}/nagios.qh`,
    `lock_file=${folder}/nagios.pid`,
    `status_file=${folder}/status.dat`,
    `object_cache_file=${folder}/objects.cache`,
    `state_retention_file=${folder}/retention.dat`,
    `check_result_path=${folder}/results`,
    `temp_path=${folder}`,
    `temp_file=${folder}/nagios.tmp`,
    `nagios_user=${process.getuid?.()}`,
    `nagios_group=${process.getgid?.()}`,
    'check_external_commands=1',
    'check_for_updates=0',
    'check_result_reaper_frequency=1',
    'use_syslog=0',
    'enable_flap_detection=0',
    'illegal_object_name_chars=`~!$%^&*|\'"<>?,()=',
    'illegal_macro_output_chars=`~$&|\'"<>',
  ].join('\n')
}
