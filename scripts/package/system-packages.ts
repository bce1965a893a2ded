import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../src/runtime/version.ts'
import { root } from '../find-node.mjs'
import { goProgram } from './go-program.ts'
import { compressed, type Processor } from './stage.ts'

/** The last release that can be built from the Go proxy alone. */
const NFPM = 'github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4'

const ARCH_OF = { x64: 'amd64', arm64: 'arm64' } as const

/** Writes the Debian or rpm package of what is laid out in `folder` into `target`. */
export function writeSystemPackage(
  kind: 'deb' | 'rpm',
  {
    folder,
    processor,
    target,
  }: { readonly folder: string; readonly processor: Processor; readonly target: string },
): void {
  const tree = `${folder}-${kind}`
  cpSync(folder, tree, { recursive: true, preserveTimestamps: true })
  place('packaging/systemd/tocsin.service', join(tree, 'usr/lib/systemd/system'))
  if (kind === 'deb') placeForDebian(tree)
  const config = `${tree}.yaml`
  writeFileSync(config, fillIn({ VERSION, ARCH: ARCH_OF[processor], ROOT: tree, MTIME: committedAt() }))
  execFileSync(
    goProgram('nfpm', NFPM),
    ['package', '--config', config, '--packager', kind, '--target', target],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
}

function fillIn(values: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(root, 'packaging/nfpm.yaml'), 'utf8')
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

function placeForDebian(tree: string): void {
  const overrides = join(tree, 'usr/share/lintian/overrides')
  mkdirSync(overrides, { recursive: true })
  cpSync(join(root, 'packaging/deb/lintian-overrides'), join(overrides, 'tocsin'))
  const date = new Date(committedAt()).toUTCString().replace('GMT', '+0000')
  const changelog = `tocsin (${VERSION}) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- The authors of Tocsin <tocsin@localhost>  ${date}\n`
  writeFileSync(join(tree, 'usr/share/doc/tocsin/changelog.gz'), compressed(changelog))
}

function place(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, file), join(folder, file.slice(file.lastIndexOf('/') + 1)))
}

/** The time of all files: two packages of one commit are the same. */
function committedAt(): string {
  return execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim()
}
