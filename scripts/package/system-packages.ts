import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'yaml'
import { SYSTEM_FLOOR, VERSION } from '../../src/runtime/version.ts'
import { root } from '../find-node.mjs'
import { goProgram } from './go-program.ts'
import { compressed, DOC, type Processor } from './stage.ts'

/** The last release that can be built from the Go proxy alone. */
const NFPM = 'github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4'

/** The packager, as packaging/nfpm.yaml names it; the project has no mail address. */
const PACKAGER = 'The authors of Tocsin <tocsin@localhost>'

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
  const values = {
    VERSION,
    ARCH: ARCH_OF[processor],
    ROOT: tree,
    MTIME: committedAt(),
    CHANGELOG: '',
    GLIBC: SYSTEM_FLOOR.glibc,
    LIBSTDCXX: SYSTEM_FLOOR.libstdcxx,
  }
  const file = `${tree}.yaml`
  writeFileSync(file, kind === 'deb' ? fillIn(values) : configForRpm(tree, values))
  execFileSync(
    goProgram('nfpm', NFPM),
    ['package', '--config', file, '--packager', kind, '--target', target],
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
  const changelog = `tocsin (${VERSION}) stable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- ${PACKAGER}  ${date}\n`
  writeFileSync(join(tree, 'usr/share/doc/tocsin/changelog.gz'), compressed(changelog))
}

function configForRpm(tree: string, values: Readonly<Record<string, string>>): string {
  // Debian's zsh looks for completions of packages in another folder than all others.
  renameSync(join(tree, 'usr/share/zsh/vendor-completions'), join(tree, 'usr/share/zsh/site-functions'))
  const text = fillIn({ ...values, CHANGELOG: writeChangelog(tree) })
  // In YAML 1.1, as nfpm reads it, 0750 is a mode.
  const config = parse(text, { version: '1.1' }) as { contents: object[] }
  config.contents.push(...takeDocuments(tree))
  return JSON.stringify(config)
}

/** The changelog in the form of nfpm, for rpm alone: Debian's stands in the tree. */
function writeChangelog(tree: string): string {
  const file = `${tree}-changelog.yaml`
  const note = 'See /usr/share/doc/tocsin/CHANGELOG.md.gz.'
  const entry = { semver: `${VERSION}-1`, date: committedAt(), packager: PACKAGER, changes: [{ note }] }
  writeFileSync(file, JSON.stringify([entry]))
  return file
}

/** Takes the documentation and the manual out of the tree, and lists their files: nfpm gives a tree no types. */
function takeDocuments(tree: string): readonly object[] {
  const aside = `${tree}-documents`
  mkdirSync(aside)
  for (const name of ['doc', 'man']) renameSync(join(tree, 'usr/share', name), join(aside, name))
  return readdirSync(aside, { recursive: true, withFileTypes: true }).flatMap((entry): readonly object[] => {
    const src = join(entry.parentPath, entry.name)
    const dst = join('/usr/share', relative(aside, src))
    if (entry.isFile()) return [{ src, dst, type: 'doc' }]
    // Folders of its own go with the package; man1 belongs to all.
    return dst.startsWith(`/${DOC}`) ? [{ dst, type: 'dir', file_info: { mode: 0o755 } }] : []
  })
}

function place(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, file), join(folder, file.slice(file.lastIndexOf('/') + 1)))
}

/** The time of all files: two packages of one commit are the same. */
function committedAt(): string {
  return execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim()
}
