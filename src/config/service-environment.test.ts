import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { parseEnvironmentFile, readServiceEnvironment } from './service-environment.ts'

function makeRoot(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'tocsin-unit-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

describe('the settings that the installed service gets', () => {
  it('are those of its unit, its drop-ins and its files, the last one first', (t) => {
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service':
        '[Unit]\nDescription=x\n[Service]\nUser=tocsin\nEnvironment=TOCSIN_DATA_FOLDER=/var/lib/tocsin "TOCSIN_RETENTION=30 days"\nEnvironmentFile=-/etc/tocsin/tocsin.env\nEnvironmentFile=-/etc/missing\n',
      'etc/systemd/system/tocsin.service.d/own.conf': '[Service]\nEnvironment=TOCSIN_LISTEN=0.0.0.0:9000\n',
      'etc/tocsin/tocsin.env': '# a comment\nTOCSIN_LISTEN="127.0.0.1:9001"\n',
    })

    assert.deepEqual(readServiceEnvironment(root), {
      unit: join(root, 'usr/lib/systemd/system/tocsin.service'),
      environment: {
        TOCSIN_DATA_FOLDER: '/var/lib/tocsin',
        TOCSIN_RETENTION: '30 days',
        TOCSIN_LISTEN: '127.0.0.1:9001',
      },
      files: [join(root, 'etc/tocsin/tocsin.env')],
      user: 'tocsin',
      group: undefined,
      mistakes: [],
    })
  })

  it('are those of the unit that the administrator put before the packaged one', (t) => {
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service': '[Service]\nEnvironment=A=1\n',
      'etc/systemd/system/tocsin.service': '[Service]\nEnvironment=A=2\nEnvironment=\nEnvironment=B=3\n',
    })
    assert.deepEqual(readServiceEnvironment(root)?.environment, { B: '3' })
  })

  it('are nowhere without a unit, and cannot be read if a file is missing that must be there', (t) => {
    assert.equal(readServiceEnvironment(makeRoot(t, {})), undefined)
    const root = makeRoot(t, {
      'etc/systemd/system/tocsin.service': '[Service]\nEnvironmentFile=/etc/tocsin.env\n',
    })
    assert.throws(() => readServiceEnvironment(root), /ENOENT.*tocsin\.env/)
  })

  it('are without the lines that systemd leaves out, which are named', () => {
    const { variables, mistakes } = parseEnvironmentFile(
      "export TOCSIN_LISTEN=x\nTOCSIN_PROXY='a=b'\nTOCSIN_RETENTION 4\n",
      '/etc/x',
    )
    assert.deepEqual(variables, [['TOCSIN_PROXY', 'a=b']])
    assert.deepEqual(mistakes, [
      '/etc/x: "export TOCSIN_LISTEN=x" is no NAME=VALUE, and systemd leaves it out',
      '/etc/x: "TOCSIN_RETENTION 4" is no NAME=VALUE, and systemd leaves it out',
    ])
  })
})
