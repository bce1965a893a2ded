import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../end-with-us.ts'
import { eventually } from '../time/eventually.ts'
import { freePort } from '../network/free-port.ts'

/** As Debian's package calls it. */
export const ALERTMANAGER_COMMAND = 'prometheus-alertmanager'

/** A real Alertmanager by itself, with this configuration; its data in a temporary folder that goes when it stops. */
export class Alertmanager {
  readonly url: string
  readonly #stop: () => Promise<void>

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url
    this.#stop = stop
  }

  static async start(configuration: string, command = ALERTMANAGER_COMMAND): Promise<Alertmanager> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-alertmanager-'))
    const file = join(folder, 'alertmanager.yml')
    await writeFile(file, configuration)
    const address = `127.0.0.1:${await freePort()}`
    const child = spawn(
      command,
      [
        `--config.file=${file}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
        '--cluster.listen-address=',
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    endWithUs(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)))
    }
    const ended = once(child, 'exit')
    const url = `http://${address}`
    await eventually('Alertmanager is ready', async () => {
      assert.equal(child.exitCode, null, output)
      return (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok
    })
    return new Alertmanager(url, async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    })
  }

  /** As Prometheus does; an `endsAt` that is over resolves. */
  async take(alert: {
    readonly labels: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly startsAt?: string
    readonly endsAt?: string
  }): Promise<void> {
    const { status } = await fetch(`${this.url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([alert]),
    })
    assert.equal(status, 200)
  }

  /** What it holds for firing now. */
  async active(): Promise<readonly { readonly labels: Readonly<Record<string, string>> }[]> {
    const response = await fetch(`${this.url}/api/v2/alerts?active=true`)
    return (await response.json()) as readonly { readonly labels: Readonly<Record<string, string>> }[]
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}
