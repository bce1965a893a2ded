import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '../../../test/support/end-with-us.ts'
import { freePort } from '../../../test/support/network/free-port.ts'
import { eventually } from '../../../test/support/time/eventually.ts'

export const SCRAPE_MS = 1_000
export const EVALUATION_MS = 5_000

export interface ReplicaOptions {
  readonly conditionsAddress: string
  /** Undefined: it does not report to Alertmanager. */
  readonly alertmanagerUrl: string | undefined
  /** Undefined: it does not report to Tocsin. */
  readonly tocsin?: { readonly url: string; readonly token: string }
  /** A label of its alerts; a pair has the same. */
  readonly pair: string
  /** The beginning of its `generatorURL`s; undefined: its own address. */
  readonly externalUrl?: string | undefined
  /** A file with the rules, unless it is its own. */
  readonly rulesFile?: string | undefined
}

/** A time in which a replica could not report. */
export interface Downtime {
  readonly from: number
  readonly until: number
}

/** A real Prometheus that keeps its port and its data when it is restarted. */
export class Replica {
  readonly downtimes: Downtime[] = []
  readonly #folder: string
  readonly #port: number
  readonly #externalUrl: string | undefined
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, externalUrl: string | undefined) {
    this.#folder = folder
    this.#port = port
    this.#externalUrl = externalUrl
  }

  static async start(options: ReplicaOptions): Promise<Replica> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-chain-prometheus-'))
    const rulesFile = options.rulesFile ?? join(folder, 'rules.yml')
    await writeFile(join(folder, 'prometheus.yml'), configurationOf({ ...options, rulesFile }))
    if (options.rulesFile === undefined) await writeFile(rulesFile, RULES)
    const replica = new Replica(folder, await freePort(), options.externalUrl)
    await replica.#run()
    return replica
  }

  /** Stops it, waits, and starts it again: at the same address, with or without its data. */
  async restart({ downMs, forgets }: { readonly downMs: number; readonly forgets: boolean }): Promise<void> {
    const from = Date.now()
    await this.#end()
    if (forgets) await rm(join(this.#folder, 'data'), { recursive: true, force: true })
    await new Promise((resolve) => setTimeout(resolve, downMs))
    await this.#run()
    this.downtimes.push({ from, until: Date.now() })
  }

  async stop(): Promise<void> {
    await this.#end()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #run(): Promise<void> {
    const address = `127.0.0.1:${this.#port}`
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(this.#folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(this.#folder, 'data')}`,
        `--web.listen-address=${address}`,
        ...(this.#externalUrl === undefined
          ? []
          : [`--web.external-url=${this.#externalUrl}`, '--web.route-prefix=/']),
        '--log.level=warn',
      ],
      { cwd: this.#folder, stdio: 'ignore' },
    )
    this.#child = child
    endWithUs(child)
    await eventually('Prometheus is ready', async () => {
      if (child.exitCode !== null) throw new Error(`Prometheus ended with code ${child.exitCode}`)
      return (await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok
    })
  }

  async #end(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const killing = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await once(child, 'exit')
    clearTimeout(killing)
  }
}

/** The rules of every replica. */
export const RULES = `groups:
  - name: chain
    rules:
      - alert: Condition
        expr: condition == 1
        labels: {severity: critical}
`

type Configured = ReplicaOptions & { readonly rulesFile: string }

function configurationOf({
  conditionsAddress,
  alertmanagerUrl,
  tocsin,
  pair,
  rulesFile,
}: Configured): string {
  const target = (url: string) => `static_configs: [{targets: ['${new URL(url).host}']}]`
  const toTocsin =
    tocsin &&
    `    - path_prefix: /intake/prometheus
      authorization: {type: Bearer, credentials: ${tocsin.token}}
      ${target(tocsin.url)}
`
  const toAlertmanager = alertmanagerUrl === undefined ? '' : `    - ${target(alertmanagerUrl)}\n`
  return `global:
  scrape_interval: ${SCRAPE_MS}ms
  scrape_timeout: ${SCRAPE_MS}ms
  evaluation_interval: ${EVALUATION_MS}ms
  external_labels: {pair: ${pair}}
alerting:
  alertmanagers:
${toTocsin ?? ''}${toAlertmanager}rule_files: ['${rulesFile}']
scrape_configs:
  - job_name: conditions
    ${target(`http://${conditionsAddress}`)}
`
}
