import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { aboveFloor, elfFilesIn } from '../../scripts/package/check-floor.ts'
import { SYSTEM_FLOOR } from '../../src/runtime/version.ts'
import { UnpackedImage } from './support/image.ts'
import { ADMIN_TOKEN, deliverOne, startInstalled } from './support/installed-service.ts'
import { ARCH, missing, packageOf, run } from './support/packages.ts'

const ROOTS = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tocsin-ci/roots')

/** The C and C++ libraries of Debian 11. */
const DEBIAN_11 = [
  ['libc6', '2.31-13+deb11u11'],
  ['libstdc++6', '10.2.1-6'],
  ['libgcc-s1', '10.2.1-6'],
  ['passwd', '1:4.8.1-1+deb11u1'],
] as const

describe(
  'the oldest system that the packages run on',
  { skip: missing('root', 'dpkg-deb', 'rpm2cpio') },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-floor-'))
    after(() => rmSync(folder, { recursive: true, force: true }))

    for (const [ending, unpack] of [
      ['_amd64.deb', 'dpkg-deb --extract "$0" .'],
      ['_arm64.deb', 'dpkg-deb --extract "$0" .'],
      ['.x86_64.rpm', 'rpm2cpio "$0" | cpio --extract --make-directories --no-absolute-filenames --quiet'],
      ['.aarch64.rpm', 'rpm2cpio "$0" | cpio --extract --make-directories --no-absolute-filenames --quiet'],
      ['.tgz', 'tar -xzf "$0"'],
    ] as const) {
      it(`has what each program in the package ${ending} needs`, () => {
        const root = join(folder, ending)
        mkdirSync(root)
        run('sh', ['-c', unpack, packageOf('this', ending)], { cwd: root })

        // Node.js and the add-on of SQLite; the npm package has that one for four systems with ELF files.
        assert.equal(elfFilesIn(root).length, ending === '.tgz' ? 4 : 2)
        assert.deepEqual(aboveFloor(root), [])
      })
    }

    it(
      'has what each program in the image needs, of which the image has newer libraries',
      { skip: missing('strip') },
      () => {
        const image = new UnpackedImage(packageOf('this', '.image.tar'))
        try {
          const program = join(image.rootfs, 'usr/lib/tocsin')
          assert.equal(elfFilesIn(program).length, 2)
          assert.deepEqual(aboveFloor(program), [])
        } finally {
          image.remove()
        }
      },
    )

    it('is held by dpkg, which names what an older one lacks', () => {
      const root = join(folder, 'debian-11')
      const state = join(root, 'var/lib/dpkg')
      for (const name of ['info', 'updates', 'triggers']) mkdirSync(join(state, name), { recursive: true })
      const status = DEBIAN_11.map(
        ([name, version]) =>
          `Package: ${name}\nStatus: install ok installed\nArchitecture: ${ARCH}\nVersion: ${version}\nMaintainer: x\nDescription: x\n`,
      )
      writeFileSync(join(state, 'status'), status.join('\n'))

      const { status: code, stderr } = spawnSync(
        'dpkg',
        [`--root=${root}`, '--force-not-root', '--install', packageOf('this', `_${ARCH}.deb`)],
        { encoding: 'utf8' },
      )

      assert.notEqual(code, 0)
      assert.match(
        stderr,
        /tocsin depends on libc6 \(>= 2\.34\); however:\n\s+Version of libc6 on system is 2\.31/,
      )
      assert.match(stderr, /tocsin depends on libstdc\+\+6 \(>= 11\); however:/)
    })

    it('is said at the start on Debian 11', (t) => {
      const root = debianRoot(t, 'bullseye')
      if (root === undefined) return
      const { status, stderr } = spawnSync('/usr/sbin/chroot', [root, '/usr/bin/tocsin', 'serve'], {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', TOCSIN_DATA_FOLDER: '/data', TOCSIN_LISTEN: '127.0.0.1:0' },
      })

      assert.equal(status, 1)
      assert.match(stderr, new RegExp(`needs glibc ${SYSTEM_FLOOR.glibc} .*this system has glibc 2\\.31\\.`))
      assert.equal(run('chroot', [root, '/usr/bin/tocsin', '--version']).trim().length > 0, true)
    })

    it('is not all that it runs on: it delivers on Debian 13', async (t) => {
      const root = debianRoot(t, 'trixie')
      if (root === undefined) return
      const env = { PATH: '/usr/bin:/bin', TOCSIN_DATA_FOLDER: '/data' }
      const service = await startInstalled(t, ['/usr/sbin/chroot', root, '/usr/bin/tocsin', 'serve'], {
        env,
      })
      await deliverOne(t, service, 'on Debian 13')

      const at = ['--url', service.url, '--token', ADMIN_TOKEN]
      assert.match(
        run('chroot', [root, '/usr/bin/tocsin', 'status', ...at]),
        /^Healthy: Deliveries go out in time/,
      )
      await service.stop()
    })

    /** A root of this release of Debian with the package in it, or undefined, and the test skipped, where none is to be had. */
    function debianRoot(t: TestContext, release: string): string | undefined {
      const archive = join(ROOTS, `${release}.tar`)
      if (!existsSync(archive) && !makeRoot(release, archive)) {
        t.skip(`takes mmdebstrap, and a mirror with Debian's ${release}`)
        return
      }
      const root = join(folder, release)
      mkdirSync(root)
      run('tar', ['-xf', archive, '-C', root, '--exclude=./dev/*'])
      run('dpkg-deb', ['--extract', packageOf('this', `_${ARCH}.deb`), root])
      for (const name of ['proc', 'dev']) mkdirSync(join(root, name), { recursive: true })
      for (const name of ['proc', 'dev']) {
        run('mount', ['--bind', `/${name}`, join(root, name)])
        t.after(() => run('umount', ['--lazy', join(root, name)]))
      }
      return root
    }
  },
)

/** Unpacks only the libraries and a shell, in some seconds; the archive is used again next time. */
function makeRoot(release: string, archive: string): boolean {
  mkdirSync(ROOTS, { recursive: true })
  const packages = '--include=base-files,libc6,libstdc++6,libgcc-s1,dash,coreutils'
  const made = spawnSync('mmdebstrap', ['--variant=extract', packages, release, `${archive}.part.tar`], {
    stdio: 'ignore',
    timeout: 60_000,
  })
  if (made.status !== 0) return false
  renameSync(`${archive}.part.tar`, archive)
  return true
}
