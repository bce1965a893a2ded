import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './packages.ts'

/**
 * A file system that is this machine's, and to which nothing that is done in it goes back: packages can be
 * installed and purged there by the machine's own tools. Needs root and overlayfs.
 */
export class OverlayRoot {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tocsin-root-'))
  readonly path = join(this.#folder, 'root')

  constructor() {
    // In the memory: an overlay may not lie on another one.
    run('mount', ['-t', 'tmpfs', 'tmpfs', this.#folder])
    const [upper, work] = [join(this.#folder, 'upper'), join(this.#folder, 'work')]
    for (const folder of [upper, work, this.path]) mkdirSync(folder)
    run('mount', [
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=/,upperdir=${upper},workdir=${work}`,
      this.path,
    ])
    for (const kind of ['proc', 'dev']) run('mount', ['--bind', `/${kind}`, join(this.path, kind)])
    // A Tocsin that this machine has itself is not there.
    for (const place of ['usr/lib/tocsin', 'etc/tocsin', 'var/lib/tocsin', 'var/cache/tocsin'])
      rmSync(join(this.path, place), { recursive: true, force: true })
    // Nobody starts services there: 101 means no (invoke-rc.d).
    writeFileSync(join(this.path, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  }

  /** Runs a command in it, as root, and returns what it wrote. */
  run(...command: readonly string[]): string {
    return run('chroot', [this.path, ...command])
  }

  /** The path of a file in it, as seen from outside. */
  at(path: string): string {
    return join(this.path, path)
  }

  remove(): void {
    for (const mount of [join(this.path, 'dev'), join(this.path, 'proc'), this.path, this.#folder])
      run('umount', ['--lazy', mount])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
