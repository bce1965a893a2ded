import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
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
        files.filter((path) => path.includes('lintian') || path.endsWith('.ts')),
        [],
      )
      assert.equal(config, '/etc/tocsin/tocsin.env')
      assert.equal(
        run('rpm', ['-qp', '--queryformat', '%{VERSION} %{LICENSE} %{ARCH}', file]),
        `${VERSION} MIT ${arch}`,
      )
      assert.match(run('rpm', ['-qp', '--scripts', file]), /useradd --system[\s\S]*systemctl/)
    })
  }
})
