import { execFileSync } from 'node:child_process'
import manifest from '../../package.json' with { type: 'json' }
import { root } from '../find-node.mjs'

/** The user of the image; a volume for it must belong to this number. */
export const USER = 10_001

/** The folder of the data, and the home of the user. */
export const DATA = 'var/lib/tocsin'

const PORT = 8480
const SECOND = 1_000_000_000

/** Returns how a container of the image runs. */
export function imageConfig(created: string): object {
  return {
    User: `${USER}:${USER}`,
    Env: [`TOCSIN_LISTEN=0.0.0.0:${PORT}`, `TOCSIN_DATA_FOLDER=/${DATA}`, `HOME=/${DATA}`, 'PATH=/usr/bin'],
    WorkingDir: '/',
    Entrypoint: ['/usr/bin/tocsin'],
    // Lines of the log, which hold no token: what is written here stands in the logs of the engine.
    Cmd: ['serve', '--json'],
    Volumes: { [`/${DATA}`]: {} },
    ExposedPorts: { [`${PORT}/tcp`]: {} },
    // Without TLS and a base path; with them give another one.
    Healthcheck: {
      Test: [
        'CMD',
        '/usr/bin/node',
        '-e',
        `fetch('http://127.0.0.1:${PORT}/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`,
      ],
      Interval: 30 * SECOND,
      Timeout: 5 * SECOND,
      StartPeriod: 30 * SECOND,
    },
    Labels: labels(created),
  }
}

/** The labels of https://specs.opencontainers.org/image-spec/annotations. */
function labels(created: string): Readonly<Record<string, string>> {
  const source = sourceOf(git('config', '--default', '', '--get', 'remote.origin.url'))
  const known = {
    title: 'Tocsin',
    description: manifest.description,
    version: manifest.version,
    licenses: manifest.license,
    revision: git('describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'),
    created,
    ...(source !== undefined && { source }),
  }
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => [`org.opencontainers.image.${name}`, value]),
  )
}

/**
 * Returns where others find the sources of a clone, without the password in its address; a path of this machine is no
 * such address.
 */
export function sourceOf(remote: string): string | undefined {
  const [, host, path] = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/.exec(remote) ?? []
  const url = URL.parse(host === undefined ? remote : `https://${host}/${path}`)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return undefined
  url.username = url.password = ''
  return url.href
}

function git(...argv: readonly string[]): string {
  return execFileSync('git', argv, { cwd: root, encoding: 'utf8' }).trim()
}
