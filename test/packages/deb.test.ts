import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync, appendFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { after, before, describe, it, type TestContext } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { ADMIN_TOKEN, deliverOne, startInstalled, webhookNames } from './support/installed-service.ts'
import { OverlayRoot } from './support/overlay-root.ts'
import { commandsOf } from './support/page.ts'
import { ARCH, missing, NEXT_VERSION, packageOf, run, type Release } from './support/packages.ts'
import { readUnit } from './support/unit-file.ts'

const UNIT = '/usr/lib/systemd/system/tocsin.service'

describe('the Debian package', { skip: missing('root', 'dpkg', 'systemd-analyze', 'lintian') }, () => {
  let root: OverlayRoot
  before(() => {
    root = new OverlayRoot()
    for (const release of ['this', 'next'] as const)
      copyFileSync(packageOf(release, `_${ARCH}.deb`), root.at(`/${release}.deb`))
  })
  after(() => root.remove())

  /** The pages that man keeps as they were shown are its own. */
  const namedAfterIt = () =>
    root
      .run('find', '/etc', '/usr', '/var', '-xdev', '-path', '*tocsin*', '-not', '-path', '/var/cache/man/*')
      .split('\n')
  let namedBefore: readonly string[] = []

  const install = (release: Release) => root.run('dpkg', '--install', `/${release}.deb`)

  /** Starts the service by the unit's own command line, user and variables, with the folders that systemd makes for it. */
  const start = (t: TestContext) => {
    const unit = readUnit(readFileSync(root.at(UNIT), 'utf8'), 'Service')
    const [user = ''] = unit.get('User') ?? []
    root.run(
      'install',
      '--directory',
      `--owner=${user}`,
      `--group=${user}`,
      '--mode=0700',
      '/var/lib/tocsin',
      '/var/cache/tocsin',
    )
    const variables = (unit.get('Environment') ?? []).flatMap((line) => line.split(' '))
    const environment = Object.fromEntries(variables.map((entry) => entry.split('=') as [string, string]))
    const command = (unit.get('ExecStart')?.[0] ?? '').split(' ')
    return startInstalled(t, ['/usr/sbin/chroot', `--userspec=${user}:${user}`, root.path, ...command], {
      env: { PATH: '/usr/bin:/bin', ...environment },
    })
  }

  it('has nothing that lintian minds', () => {
    assert.equal(
      run('lintian', ['--allow-root', '--fail-on', 'error,warning', packageOf('this', `_${ARCH}.deb`)]),
      '',
    )
  })

  it('installs the program, its user, its manual and its completions', () => {
    namedBefore = namedAfterIt()
    const [command = []] = commandsOf('Debian, Ubuntu')
    copyFileSync(packageOf('this', `_${ARCH}.deb`), root.at(`/tocsin_${VERSION}_amd64.deb`))
    root.run(...command)

    assert.equal(root.run('/usr/bin/tocsin', '--version').trim(), VERSION)
    assert.match(root.run('getent', 'passwd', 'tocsin'), /:\/var\/lib\/tocsin:\/usr\/sbin\/nologin$/m)
    assert.equal(statSync(root.at('/etc/tocsin/tocsin.env')).mode & 0o777, 0o640)
    assert.match(root.run('man', '--pager=cat', 'tocsin'), /tocsin webhook add/)
    root.run('bash', '-n', '/usr/share/bash-completion/completions/tocsin')
    assert.equal(root.run('find', '/usr/share/doc/tocsin', '-xtype', 'l'), '', 'each link leads to a file')
  })

  it('has a unit that systemd takes, and that leaves the process little', () => {
    assert.equal(root.run('systemd-analyze', 'verify', '--man=no', UNIT), '')
    const security = root.run('systemd-analyze', 'security', '--offline=true', '--no-pager', UNIT)
    const exposure = Number(/Overall exposure level for tocsin\.service: (\d+\.\d+)/.exec(security)?.[1])
    assert.ok(exposure < 2, `${exposure} of 10`)
  })

  it('delivers, started as its unit does', async (t) => {
    const service = await start(t)
    await deliverOne(t, service, 'before the upgrade')
    const at = ['--url', service.url, '--token', ADMIN_TOKEN]
    root.run('/usr/bin/tocsin', 'backup', ...at, '/var/lib/tocsin/before.db')
    const found = root.run('/usr/bin/tocsin', 'config', 'check', '--all', '--json')
    assert.match(found, /"value":"\/var\/lib\/tocsin"/)
  })

  it('finds the admin token for root where the settings of the unit name it', async (t) => {
    await start(t)
    writeFileSync(root.at('/srv/admin'), `${ADMIN_TOKEN}\n`, { mode: 0o600 })
    const settings = readFileSync(root.at('/etc/tocsin/tocsin.env'), 'utf8')
    writeFileSync(root.at('/etc/tocsin/tocsin.env'), `${settings}\nTOCSIN_ADMIN_TOKEN_FILE=/srv/admin\n`)
    try {
      assert.match(root.run('/usr/bin/tocsin', 'user', 'add', '--name', 'ada', '--role', 'operator'), /ada/)
    } finally {
      writeFileSync(root.at('/etc/tocsin/tocsin.env'), settings)
    }
  })

  it('keeps data and settings when it is upgraded', async (t) => {
    appendFileSync(root.at('/etc/tocsin/tocsin.env'), 'TOCSIN_RETENTION=90d\n')
    install('next')

    assert.equal(root.run('/usr/bin/tocsin', '--version').trim(), NEXT_VERSION)
    assert.match(readFileSync(root.at('/etc/tocsin/tocsin.env'), 'utf8'), /^TOCSIN_RETENTION=90d$/m)
    const service = await start(t)
    assert.deepEqual(await webhookNames(service), ['before the upgrade'])
    await deliverOne(t, service, 'after the upgrade')
  })

  it('refuses the database of a newer release, and begins with the backup instead', async (t) => {
    install('this')
    const { status, stderr } = spawnSync('/usr/sbin/chroot', [root.path, '/usr/bin/tocsin', 'serve'], {
      encoding: 'utf8',
      // It ends by itself; if it serves instead, the test fails.
      timeout: 120_000,
      env: {
        PATH: '/usr/bin:/bin',
        TOCSIN_LISTEN: '127.0.0.1:0',
        TOCSIN_DATA_FOLDER: '/var/lib/tocsin',
        TOCSIN_ADMIN_TOKEN: ADMIN_TOKEN,
        NOTIFY_SOCKET: '/run/systemd/notify',
        WATCHDOG_USEC: '60000000',
      },
    })
    assert.equal(status, 1)
    assert.match(stderr, /newer release/)

    const out = root.run('/usr/bin/tocsin', 'restore', '/var/lib/tocsin/before.db')
    assert.match(out, /\nRestored \/var\/lib\/tocsin\/tocsin\.db\.\n[\s\S]*sudo systemctl start tocsin\n$/)
    assert.equal(root.run('stat', '-c', '%U:%G %a', '/var/lib/tocsin/tocsin.db').trim(), 'tocsin:tocsin 600')
    assert.deepEqual(await webhookNames(await start(t)), ['before the upgrade'])
  })

  it('leaves its data when it is removed, and nothing when it is purged', () => {
    root.run('dpkg', '--remove', 'tocsin')
    assert.ok(existsSync(root.at('/var/lib/tocsin/tocsin.db')))
    assert.ok(existsSync(root.at('/etc/tocsin/tocsin.env')))
    writeFileSync(root.at('/var/cache/tocsin/x'), '')
    root.run('mkdir', '-p', '/root/.cache/tocsin')
    root.run('dpkg', '--purge', 'tocsin')

    assert.equal(existsSync(root.at('/root/.cache/tocsin')), false)
    assert.deepEqual(
      namedAfterIt().filter((path) => !namedBefore.includes(path)),
      [],
    )
    assert.equal(spawnSync('chroot', [root.path, 'getent', 'passwd', 'tocsin']).status, 2)
  })
})
