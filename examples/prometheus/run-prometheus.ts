import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PrometheusOptions {
  /** Where Tocsin listens, base path included: `http://127.0.0.1:8480`. */
  readonly tocsinUrl: string
  /** With the scope events:write. */
  readonly token: string
  /** Host and port to scrape. */
  readonly metricsAddress: string
  /**
   * Instead of the half second of the configuration. A scrape that takes longer has failed, and then the alert is over; so
   * what must not depend on how busy the machine is gives more time.
   */
  readonly scrapeInterval?: string
  /** Further flags of the command. */
  readonly flags?: readonly string[]
}

/** A real Prometheus with this folder's configuration, its data in a temporary folder that goes when it stops. */
export class PrometheusProcess {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #ended: Promise<string>
  #output = ''

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child
    this.#folder = folder
    for (const stream of [child.stdout, child.stderr]) {
      // The last lines say why it ended; nothing else of it is wanted.
      stream?.on('data', (chunk: Buffer) => (this.#output = (this.#output + chunk.toString()).slice(-4096)))
    }
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(explainStart(error)))
      child.once('exit', (code, signal) =>
        resolve(`Prometheus ended (${signal ?? `code ${code}`}):\n${this.#output}`),
      )
    })
  }

  static async start({
    tocsinUrl,
    token,
    metricsAddress,
    scrapeInterval = '500ms',
    flags = [],
  }: PrometheusOptions): Promise<PrometheusProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'tocsin-prometheus-'))
    const template = await readFile(join(import.meta.dirname, 'prometheus.yml'), 'utf8')
    await writeFile(
      join(folder, 'prometheus.yml'),
      adaptConfiguration(template, { tocsinUrl, metricsAddress, scrapeInterval }),
    )
    await writeFile(join(folder, 'rules.yml'), await readFile(join(import.meta.dirname, 'rules.yml')))
    await writeFile(join(folder, 'tocsin-token'), token, { mode: 0o600 })
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        '--web.listen-address=127.0.0.1:0',
        '--log.level=warn',
        ...flags,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return new PrometheusProcess(child, folder)
  }

  /** Resolves when it ends by itself, with the reason. */
  get ended(): Promise<string> {
    return this.#ended
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    const killing = setTimeout(() => this.#child.kill('SIGKILL'), 5_000)
    await this.#ended
    clearTimeout(killing)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function explainStart(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT'
    ? 'There is no command `prometheus`. On Debian and Ubuntu: apt-get install prometheus'
    : `Prometheus could not be started: ${error.message}`
}

/** The file as it stands, with the addresses of this run. */
function adaptConfiguration(
  template: string,
  {
    tocsinUrl,
    metricsAddress,
    scrapeInterval,
  }: Required<Pick<PrometheusOptions, 'tocsinUrl' | 'metricsAddress' | 'scrapeInterval'>>,
): string {
  const { protocol, hostname, port, pathname } = new URL(tocsinUrl)
  const scheme = protocol.slice(0, -1)
  const basePath = pathname.replace(/\/+$/, '')
  const changes = {
    'scheme: http': `scheme: ${scheme}`,
    'path_prefix: /intake/prometheus': `path_prefix: ${basePath}/intake/prometheus`,
    '127.0.0.1:8480': `${hostname}:${port === '' ? (scheme === 'https' ? 443 : 80) : port}`,
    '127.0.0.1:9187': metricsAddress,
    'scrape_interval: 500ms': `scrape_interval: ${scrapeInterval}`,
  }
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`prometheus.yml has no "${from}" to replace`)
    return text.replace(from, to)
  }, template)
}
