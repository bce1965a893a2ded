import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../src/runtime/version.ts'
import { root } from '../find-node.mjs'

/** Debian's packages with the libraries that Node.js is linked against. */
const LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1']

/** The user of the image; a volume for it must belong to this number. */
const USER = 10_001

/**
 * Writes a container image of the program that is laid out in `folder`, for this machine's processor, as an archive that Docker,
 * Podman and containerd load. It is built by buildah, without a daemon, from nothing but the program and Debian's libraries.
 */
export function writeImage({
  folder,
  work,
  target,
}: {
  readonly folder: string
  readonly work: string
  readonly target: string
}): void {
  const context = join(work, 'image')
  const rootfs = join(context, 'rootfs')
  cpSync(folder, rootfs, { recursive: true, preserveTimestamps: true })
  for (const name of LIBRARIES) unpack(name, rootfs, work)
  placeCommands(rootfs)
  // Where runtimes mount what every container has.
  for (const name of ['etc', 'proc', 'dev', 'sys', 'run', 'tmp'])
    mkdirSync(join(rootfs, name), { recursive: true })
  chmodSync(join(rootfs, 'tmp'), 0o1777)
  writeFileSync(join(rootfs, 'etc/passwd'), `tocsin:x:${USER}:${USER}::/var/lib/tocsin:/nonexistent\n`)
  writeFileSync(join(rootfs, 'etc/group'), `tocsin:x:${USER}:\n`)
  mkdirSync(join(context, 'data'))

  const name = `localhost/tocsin:${VERSION}`
  const containerfile = join(root, 'packaging/container/Containerfile')
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()
  const options = ['--format', 'docker', '--isolation', 'chroot', '--timestamp', time]
  const build = ['build', ...options, '--tag', name, '--file', containerfile, context]
  execFileSync('buildah', build, { stdio: ['ignore', 'pipe', 'inherit'] })
  const archive = join(
    target,
    `tocsin-${VERSION}-${process.arch === 'x64' ? 'amd64' : process.arch}.image.tar`,
  )
  execFileSync('buildah', ['push', name, `docker-archive:${archive}:${name}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  execFileSync('buildah', ['rmi', name], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Makes `node`, and `tocsin` by it: the launcher of the packages is a script of a shell, which is not there. */
function placeCommands(rootfs: string): void {
  symlinkSync(`../lib/tocsin/node_modules/node-linux-${process.arch}/bin/node`, join(rootfs, 'usr/bin/node'))
  const launcher = join(rootfs, 'usr/lib/tocsin/bin/tocsin.js')
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^#!.*/, '#!/usr/bin/node'))
  chmodSync(launcher, 0o755)
  rmSync(join(rootfs, 'usr/bin/tocsin'))
  symlinkSync('../lib/tocsin/bin/tocsin.js', join(rootfs, 'usr/bin/tocsin'))
}

/** Downloads a package of this machine's Debian and unpacks its libraries; what else is in it stays out. */
function unpack(name: string, rootfs: string, work: string): void {
  const folder = join(work, name)
  mkdirSync(folder, { recursive: true })
  execFileSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [file = ''] = readdirSync(folder)
  execFileSync('dpkg-deb', ['--extract', file, 'all'], { cwd: folder })
  for (const part of ['lib', 'lib64', 'usr/lib', 'usr/share/doc'])
    try {
      cpSync(join(folder, 'all', part), join(rootfs, part), { recursive: true, verbatimSymlinks: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
}
