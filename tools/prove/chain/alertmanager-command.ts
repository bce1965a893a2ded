import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ALERTMANAGER_COMMAND } from '../../../test/support/sources/alertmanager.ts'

const MODULE = 'github.com/prometheus/alertmanager'
/** The release that is built where Go is to be had. */
export const RELEASE = 'v0.34.0'

export interface CommandOptions {
  readonly say: (line: string) => void
  /** Building takes minutes. */
  readonly mayBuild: boolean
}

/** Returns the command of Alertmanager 0.34, built once from its Go module, or else that of Debian's package. */
export function alertmanagerCommand({ say, mayBuild }: CommandOptions): string {
  const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tocsin-tools')
  const own = join(folder, `alertmanager-${RELEASE}`)
  if (existsSync(own)) return own
  if (!mayBuild || spawnSync('go', ['version']).status !== 0) return ALERTMANAGER_COMMAND
  say(`Building Alertmanager ${RELEASE} once, which takes some minutes …`)
  const sources = `${own}-sources`
  try {
    const { Dir: module } = JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', `${MODULE}@${RELEASE}`], { encoding: 'utf8' }),
    ) as { Dir: string }
    mkdirSync(folder, { recursive: true })
    cpSync(module, sources, { recursive: true })
    execFileSync('chmod', ['-R', 'u+w', sources])
    // The module lacks the built pages of its console, and does not compile without this folder.
    mkdirSync(join(sources, 'ui/app/dist'), { recursive: true })
    writeFileSync(join(sources, 'ui/app/dist/index.html'), '')
    execFileSync('nice', ['go', 'build', '-p', '1', '-o', own, './cmd/alertmanager'], {
      cwd: sources,
      stdio: 'inherit',
    })
    return own
  } catch {
    say(`Alertmanager ${RELEASE} could not be built; ${ALERTMANAGER_COMMAND} is used.`)
    return ALERTMANAGER_COMMAND
  } finally {
    rmSync(sources, { recursive: true, force: true })
  }
}
