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

    const { credentials, ...found } = readServiceEnvironment(root) ?? assert.fail()
    assert.deepEqual(credentials(), [])
    assert.deepEqual(found, {
      unit: join(root, 'usr/lib/systemd/system/tocsin.service'),
      environment: {
        TOCSIN_DATA_FOLDER: '/var/lib/tocsin',
        TOCSIN_RETENTION: '30 days',
        TOCSIN_LISTEN: '127.0.0.1:9001',
      },
      options: [],
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

  it('are passed on, set, and unset in the order of systemd', (t) => {
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service':
        '[Service]\nPassEnvironment=TOCSIN_PROXY TOCSIN_LISTEN TOCSIN_ROLE\nEnvironment=TOCSIN_LISTEN=a TOCSIN_RETENTION=4d TOCSIN_HSTS=1d\nUnsetEnvironment=TOCSIN_RETENTION TOCSIN_HSTS=2d\nUnsetEnvironment=TOCSIN_LISTEN=c\n',
    })
    const manager = { TOCSIN_PROXY: 'http://proxy:1', TOCSIN_LISTEN: 'b', OTHER: 'x' }
    assert.deepEqual(readServiceEnvironment(root, () => manager)?.environment, {
      TOCSIN_PROXY: 'http://proxy:1',
      TOCSIN_LISTEN: 'a',
      TOCSIN_HSTS: '1d',
    })
  })

  it('go by the names of the drop-ins, and one for all services is one of them', (t) => {
    const listen = (address: string) => `[Service]\nEnvironment=TOCSIN_LISTEN=${address}\n`
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service': listen('unit'),
      'etc/systemd/system/tocsin.service.d/10-first.conf': listen('first'),
      'usr/lib/systemd/system/tocsin.service.d/20-last.conf': listen('last'),
      'usr/lib/systemd/system/tocsin.service.d/30-replaced.conf': listen('packaged'),
      'etc/systemd/system/tocsin.service.d/30-replaced.conf': '',
      'etc/systemd/system/service.d/15-all.conf': '[Service]\nEnvironment=TOCSIN_ROLE=api\n',
    })
    assert.deepEqual(readServiceEnvironment(root)?.environment, { TOCSIN_LISTEN: 'last', TOCSIN_ROLE: 'api' })
  })

  it('are options of ExecStart as well, with variables and specifiers', (t) => {
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service': '[Service]\nExecStart=/usr/bin/tocsin serve --json\n',
      'etc/systemd/system/tocsin.service.d/own.conf':
        '[Service]\nEnvironment=ADDRESS=127.0.0.1\nExecStart=\nExecStart=-/usr/bin/tocsin serve --listen "${ADDRESS}:9000" --data-folder=%S/toc --json\n',
    })
    assert.deepEqual(readServiceEnvironment(root)?.options, [
      '--listen',
      '127.0.0.1:9000',
      '--data-folder=/var/lib/toc',
      '--json',
    ])
  })

  it('name credentials, whose files root reads', (t) => {
    const root = makeRoot(t, {
      'usr/lib/systemd/system/tocsin.service':
        '[Service]\nLoadCredential=token:/etc/secret/token\nLoadCredential=key\nLoadCredential=kept:/etc/missing\nSetCredential=kept:text\nEnvironment=TOCSIN_ADMIN_TOKEN_FILE=%d/token\n',
      'etc/secret/token': 'a-token',
      'run/credstore/key': 'a-key',
    })
    const found = readServiceEnvironment(root)
    assert.equal(found?.environment['TOCSIN_ADMIN_TOKEN_FILE'], '/run/credentials/tocsin.service/token')
    assert.deepEqual(
      found
        ?.credentials()
        .map(({ id, content }) => `${id}: ${content}`)
        .toSorted(),
      ['kept: text', 'key: a-key', 'token: a-token'],
    )
    rmSync(join(root, 'run/credstore/key'))
    assert.throws(
      () => readServiceEnvironment(root)?.credentials(),
      /LoadCredential=key: there is no .*credstore.key/,
    )
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
