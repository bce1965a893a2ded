import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { eventually } from '../time/eventually.ts'

/** Strace lets go of its processes within this, or is killed. */
const LET_GO_MS_MAX = 3_000

export interface FailingDisk {
  /** True once a call has failed. */
  hasFailed(): boolean
  /** The disk works again when this resolves. */
  stop(): Promise<void>
}

export interface DiskFailure {
  /** Whose calls fail, their threads' and the processes' that they start. */
  readonly pids: readonly number[]
  /** Only calls for these files fail. */
  readonly files: readonly string[]
  /** A system call. */
  readonly call: string
  readonly error: string
  /** Which of the calls of each process, as strace counts them: `1`, `1..5`, `1+`. */
  readonly when: string
  /** For what strace writes. */
  readonly folder: string
}

/** Lets system calls of a running process fail, by strace. */
export async function failDisk({
  pids,
  files,
  call,
  error,
  when,
  folder,
}: DiskFailure): Promise<FailingDisk> {
  const log = join(folder, `${call}-${error}-${when}.strace`)
  const processes = pids.flatMap((pid) => ['-p', String(pid)])
  const only = files.flatMap((file) => ['-P', file])
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${when}`]
  const strace = spawn('strace', ['-f', ...processes, ...only, ...inject, '-o', log], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(strace, 'exit')
  const said: Buffer[] = []
  strace.stderr.on('data', (bytes: Buffer) => said.push(bytes))
  await eventually('strace looks on', () => {
    const text = String(Buffer.concat(said))
    assert.equal(strace.exitCode, null, text)
    return pids.every((pid) => text.includes(`Process ${pid} attached`))
  })
  return {
    hasFailed: () => readFileSync(log, 'utf8').includes('INJECTED'),
    stop: async () => {
      strace.kill('SIGINT')
      // Under load it may wait for ever for a process that ends at this moment; when it is gone the others go on.
      const killing = setTimeout(() => strace.kill('SIGKILL'), LET_GO_MS_MAX)
      await exited
      clearTimeout(killing)
    },
  }
}
