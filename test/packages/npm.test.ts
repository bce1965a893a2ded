import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../scripts/find-node.mjs'
import { VERSION } from '../../src/runtime/version.ts'
import { deliverOne, startInstalled } from './support/installed-service.ts'
import { commandsOf } from './support/page.ts'
import { missing, packageOf, run } from './support/packages.ts'

/** A user of whom the machine knows nothing but the number. */
const USER = 12_001

describe('the npm package', { skip: missing('root', 'setpriv') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-npm-'))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  const prefix = join(folder, 'prefix')
  const file = join(home, `tocsin-${VERSION}.tgz`)
  for (const place of [home, prefix]) {
    mkdirSync(place)
    chownSync(place, USER, USER)
  }
  copyFileSync(packageOf('this', '.tgz'), file)
  // The copy spares downloads of what this machine has already.
  const cache = join(folder, 'cache')
  const known = join(run('npm', ['config', 'get', 'cache']).trim(), '_cacache')
  if (existsSync(known)) cpSync(known, join(cache, '_cacache'), { recursive: true })
  else mkdirSync(cache)
  run('chown', ['-R', `${USER}:${USER}`, cache])
  after(() => rmSync(folder, { recursive: true, force: true }))

  // The variables of this machine, by which it may reach the registry; none of npm's or our own.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|TOCSIN_|XDG_|NODE_COMPILE_CACHE$)/.test(name),
  )
  const env = {
    ...Object.fromEntries(inherited),
    HOME: home,
    npm_config_registry: run('npm', ['config', 'get', 'registry']).trim(),
    npm_config_cache: cache,
  }
  const asUser = (...command: readonly string[]) =>
    ['setpriv', '--reuid', String(USER), '--regid', String(USER), '--clear-groups', ...command] as const
  const runAsUser = (...command: readonly string[]) => {
    const [tool, ...argv] = asUser(...command)
    return run(tool ?? '', argv, { env, cwd: home })
  }
  const installed = join(prefix, 'lib/node_modules/tocsin')

  it('is installed into an empty folder by a user who may do little', () => {
    const [[npm = '', install = '', ...rest] = []] = commandsOf('npm')
    runAsUser(npm, install, '--prefix', prefix, ...rest)

    assert.ok(existsSync(join(prefix, 'bin/tocsin')))
    // The pinned Node.js, whatever the machine has.
    assert.ok(existsSync(join(installed, `node_modules/node-${process.platform}-${process.arch}/bin/node`)))
    assert.equal(runAsUser(join(prefix, 'bin/tocsin'), '--version').trim(), VERSION)
  })

  it('runs from a folder that it cannot write to, with its data where a user has theirs', async (t) => {
    run('chown', ['-R', 'root:root', prefix])
    const service = await startInstalled(t, asUser(join(prefix, 'bin/tocsin'), 'serve'), { env, cwd: '/' })
    await deliverOne(t, service, 'of npm')
    await service.stop()

    assert.deepEqual(
      readdirSync(join(home, '.local/share/tocsin')).filter((name) => name.endsWith('.db')),
      ['tocsin.db'],
    )
    assert.equal(existsSync(join(installed, 'node_modules/.compile-cache')), false)
    run('chown', ['-R', `${USER}:${USER}`, prefix])
  })

  it('is installed without its Node.js where the machine has one, and takes as much as the page says', () => {
    const other = join(folder, 'without-node')
    mkdirSync(other)
    chownSync(other, USER, USER)
    const page = readFileSync(join(root, 'docs/install.md'), 'utf8')
    const [, megabytes, option = ''] =
      /takes (\d+) MB\. \(`--omit[\s\S]*?npm install --global (\S+)/.exec(page) ??
      assert.fail('no such command')
    runAsUser('npm', 'install', '--global', option, '--prefix', other, file)

    const place = join(other, 'lib/node_modules/tocsin')
    assert.equal(existsSync(join(place, `node_modules/node-${process.platform}-${process.arch}`)), false)
    assert.equal(run(process.execPath, [join(place, 'bin/tocsin.js'), '--version'], { env }).trim(), VERSION)
    const bytes = Number(run('du', ['--summarize', '--bytes', place]).split('\t')[0])
    assert.ok(Math.abs(bytes / 1e6 - Number(megabytes)) < 3, `${bytes} bytes`)
  })

  it('runs without being installed', () => {
    assert.match(
      runAsUser('npx', '--yes', '--package', file, '--', 'tocsin', '--version'),
      new RegExp(`^${VERSION.replaceAll('.', '\\.')}$`, 'm'),
    )
  })

  it('is removed without a trace', () => {
    runAsUser('npm', 'uninstall', '--global', '--prefix', prefix, 'tocsin')

    assert.deepEqual(
      [...readdirSync(join(prefix, 'bin')), ...readdirSync(join(prefix, 'lib/node_modules'))],
      [],
    )
  })
})
