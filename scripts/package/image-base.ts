import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DATA, USER } from './image-config.ts'

/** Debian's packages with the libraries that Node.js is linked against. */
const LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1']

/** Lays out the bottom layer of the image: libraries, and what programs and engines expect of any file system. */
export function layOutBase(rootfs: string, work: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(rootfs, path)), { recursive: true })
    writeFileSync(join(rootfs, path), text, { mode: 0o644 })
  }
  for (const name of LIBRARIES) write(`var/lib/dpkg/status.d/${name}`, unpack(name, rootfs, work))
  // Where engines mount what every container has.
  for (const name of ['etc', 'proc', 'dev', 'sys', 'run', 'tmp', DATA])
    mkdirSync(join(rootfs, name), { recursive: true })
  write('etc/passwd', `root:x:0:0::/:/nonexistent\ntocsin:x:${USER}:${USER}::/${DATA}:/nonexistent\n`)
  write('etc/group', `root:x:0:\ntocsin:x:${USER}:\n`)
  // Scanners read here which Debian the packages of status.d are of.
  write('etc/os-release', readFileSync('/etc/os-release', 'utf8'))
  for (const path of readdirSync(rootfs, { recursive: true, withFileTypes: true }))
    if (path.isDirectory()) chmodSync(join(path.parentPath, path.name), 0o755)
  chmodSync(join(rootfs, 'tmp'), 0o1777)
}

/** Downloads a package of this machine's Debian, unpacks its libraries and licence, and returns its entry for dpkg. */
function unpack(name: string, rootfs: string, work: string): string {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true })
  execFileSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [file = ''] = readdirSync(folder)
  const all = join(folder, 'all')
  execFileSync('dpkg-deb', ['--extract', file, all], { cwd: folder })
  // Node.js has its own tables of character sets, and does not load those of the C library.
  const isWanted = (path: string) => !path.includes('/gconv')
  for (const part of ['lib', 'lib64', 'usr/lib', `usr/share/doc/${name}/copyright`])
    if (existsSync(join(all, part)))
      cpSync(join(all, part), join(rootfs, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isWanted,
      })
  return execFileSync('dpkg-deb', ['--field', join(folder, file)], { encoding: 'utf8' })
}
