import assert from 'node:assert/strict'
import { copyFileSync, existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../../scripts/find-node.mjs'
import { VERSION } from '../../src/runtime/version.ts'
import { deliverOne, startInstalled } from './support/installed-service.ts'
import { OverlayRoot } from './support/overlay-root.ts'
import { missing, packageOf, run } from './support/packages.ts'

describe('the rpm package', { skip: missing('rpm') }, () => {
  for (const arch of ['x86_64', 'aarch64']) {
    it(`for ${arch} has the program, its runtime, its unit and its settings`, () => {
      const file = packageOf('this', `.${arch}.rpm`)
      const files = run('rpm', ['-qlp', file]).split('\n')
      const config = run('rpm', ['-qcp', file]).trim()

      for (const path of [
        '/usr/bin/tocsin',
        '/usr/lib/tocsin/src/main.js',
        `/usr/lib/tocsin/node_modules/node-linux-${arch === 'x86_64' ? 'x64' : 'arm64'}/bin/node`,
        '/usr/lib/tocsin/console/dist/index.html',
        '/usr/lib/systemd/system/tocsin.service',
        '/usr/share/man/man1/tocsin.1.gz',
        '/usr/share/bash-completion/completions/tocsin',
      ])
        assert.ok(files.includes(path), path)
      assert.deepEqual(
        files.filter((path) => path.includes('lintian') || /^\/usr\/lib\/.*\.ts$/.test(path)),
        [],
      )
      assert.equal(config, '/etc/tocsin/tocsin.env')
      assert.equal(
        run('rpm', ['-qp', '--queryformat', '%{VERSION} %{LICENSE} %{ARCH}', file]),
        `${VERSION} MIT ${arch}`,
      )
      assert.match(run('rpm', ['-qp', '--scripts', file]), /useradd --system[\s\S]*systemctl/)
      assert.match(run('rpm', ['-qdp', file]), /doc\/tocsin\/docs\/configuration\.md[\s\S]*man1\/tocsin\.1/)
    })
  }
})

describe('the rpm package, looked at by rpmlint', { skip: missing('root', 'rpmlint') }, () => {
  it('has nothing that is not explained in packaging/rpm/rpmlint.toml', (t) => {
    // It unpacks by absolute paths, which are to be those of no machine.
    const place = new OverlayRoot()
    t.after(() => place.remove())
    copyFileSync(join(root, 'packaging/rpm/rpmlint.toml'), place.at('/rpmlint.toml'))
    const files = ['x86_64', 'aarch64'].map((arch) => {
      const file = packageOf('this', `.${arch}.rpm`)
      copyFileSync(file, place.at(`/${basename(file)}`))
      return `/${basename(file)}`
    })

    const found = place.run('rpmlint', '--config', '/rpmlint.toml', ...files)
    assert.match(found, /2 packages and 0 specfiles checked; 0 errors, 0 warnings/)
  })
})

describe('the rpm package, installed', { skip: missing('root', 'rpm') }, () => {
  let place: OverlayRoot
  before(() => {
    place = new OverlayRoot()
    const arch = process.arch === 'x64' ? 'x86_64' : 'aarch64'
    copyFileSync(packageOf('this', `.${arch}.rpm`), place.at('/this.rpm'))
  })
  after(() => place.remove())

  it('is as rpm unpacked it, with settings for root and the group of the service', () => {
    // Debian's rpm knows no packages of this machine, so nothing is there that it could need.
    place.run('rpm', '--install', '--nodeps', '--force-debian', '/this.rpm')

    assert.equal(place.run('rpm', '--verify', '--nodeps', 'tocsin'), '')
    assert.equal(
      place.run('stat', '--format=%U:%G %a', '/etc/tocsin', '/etc/tocsin/tocsin.env'),
      'root:tocsin 750\nroot:tocsin 640\n',
    )
  })

  it('delivers as its user', async (t) => {
    place.run('install', '--directory', '--owner=tocsin', '--mode=0700', '/var/lib/tocsin')
    const command = ['/usr/sbin/chroot', '--userspec=tocsin:tocsin', place.path, '/usr/bin/tocsin', 'serve']
    const env = { PATH: '/usr/bin:/bin', TOCSIN_DATA_FOLDER: '/var/lib/tocsin' }

    await deliverOne(t, await startInstalled(t, command, { env }), 'of the rpm')
  })

  it('takes what Node.js compiled along when it is erased, and leaves the data', () => {
    const caches = ['/var/cache/tocsin', '/root/.cache/tocsin']
    for (const cache of caches) place.run('mkdir', '-p', cache)
    place.run('rpm', '--erase', 'tocsin')

    for (const path of [...caches, '/usr/lib/tocsin', '/usr/share/doc/tocsin'])
      assert.equal(existsSync(place.at(path)), false, path)
    assert.ok(existsSync(place.at('/var/lib/tocsin/tocsin.db')))
  })
})
