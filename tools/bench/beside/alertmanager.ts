import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../test/support/network/free-port.ts'
import { ALERTMANAGER_COMMAND } from '../../../test/support/sources/alertmanager.ts'
import { alertmanagerCommand, RELEASE, type CommandOptions } from '../../prove/chain/alertmanager-command.ts'
import type { Cleanup } from '../cleanup.ts'
import { processUsage, residentMb } from '../process-usage.ts'
import type { Contender, Running } from './contender.ts'

const START_MS_MAX = 60_000

/** Each alert is a group of its own, notified at once, and its end as well: what Tocsin does by itself. */
const configurationFor = (receiverUrl: string) => `route:
  receiver: bench
  group_by: ['...']
  group_wait: 0s
  group_interval: 1s
receivers:
  - name: bench
    webhook_configs:
      - url: ${receiverUrl}
        send_resolved: true
`

export interface FoundAlertmanager {
  /** For example `Alertmanager 0.25.0`. */
  readonly name: string
  readonly command: string
}

/** The one that is installed, and the newer one that is built once from its Go module; each only if it is to be had. */
export function findAlertmanagers(options: CommandOptions): readonly FoundAlertmanager[] {
  const newer = alertmanagerCommand(options)
  const { stdout, stderr, error } = spawnSync(ALERTMANAGER_COMMAND, ['--version'], { encoding: 'utf8' })
  const version = /version (\S+)/.exec(`${stdout}${stderr}`)?.[1] ?? 'of an unknown version'
  return [
    ...(error ? [] : [{ name: `Alertmanager ${version}`, command: ALERTMANAGER_COMMAND }]),
    ...(newer === ALERTMANAGER_COMMAND
      ? []
      : [{ name: `Alertmanager ${RELEASE.replace('v', '')}`, command: newer }]),
  ]
}

/** Runs Alertmanager without a cluster, with its data in a temporary folder. */
export async function alertmanagerContender(
  { name, command }: FoundAlertmanager,
  receiverUrl: string,
  cleanup: Cleanup,
): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const forget = cleanup.add(removeFolder)
  await writeFile(join(folder, 'alertmanager.yml'), configurationFor(receiverUrl))
  return {
    name,
    start: () => start(command, folder, cleanup),
    remove: async () => {
      await removeFolder()
      forget()
    },
  }
}

async function start(command: string, folder: string, cleanup: Cleanup): Promise<Running> {
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    command,
    [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
      '--log.level=warn',
    ],
    { cwd: folder, stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const forget = cleanup.add(async () => {
    child.kill('SIGKILL')
    await ended
  })
  child.once('exit', forget)
  const url = `http://${address}`
  await untilReady(`${url}/-/ready`, () => child.exitCode !== null)
  const pid = child.pid ?? 0
  return {
    intakeUrl: `${url}/api/v2/alerts`,
    headers: {},
    cpuSeconds: async () => (await processUsage(pid)).cpuSeconds,
    memoryMb: () => residentMb(pid),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    await response?.text()
    if (response?.ok) return
    if (hasEnded() || performance.now() - startedAt > START_MS_MAX) {
      throw new Error('Alertmanager does not become ready')
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
