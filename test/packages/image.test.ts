import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { root } from '../../scripts/find-node.mjs'
import { VERSION } from '../../src/runtime/version.ts'
import { freePort } from '../support/network/free-port.ts'
import { UnpackedImage } from './support/image.ts'
import { ADMIN_TOKEN, deliverOne, startInstalled, webhookNames } from './support/installed-service.ts'
import { packageAgain } from './support/next-release.ts'
import { missing, NEXT_VERSION, packageOf, run } from './support/packages.ts'

describe('the container image', { skip: missing('root', 'strip', 'bwrap', 'setpriv') }, () => {
  let image: UnpackedImage
  let next: UnpackedImage
  let volume: string
  before(() => {
    image = new UnpackedImage(packageOf('this', '.image.tar'))
    next = new UnpackedImage(packageOf('next', '.image.tar'))
    volume = image.createVolume()
  })
  after(() => {
    image.remove()
    next.remove()
  })

  const start = (t: TestContext, from: UnpackedImage, listen = '127.0.0.1:0') => {
    const { Entrypoint, Cmd } = from.config
    const variables = { TOCSIN_LISTEN: listen, TOCSIN_ADMIN_TOKEN: ADMIN_TOKEN }
    return startInstalled(t, from.commandLine([...Entrypoint, ...Cmd], volume, variables), {
      env: { PATH: process.env['PATH'] },
    })
  }

  it('has at most 50 MB compressed, in three layers of which an upgrade loads the last one', () => {
    const compressed = image.layers.map(({ compressedBytes }) => compressedBytes)
    const digests = (of: UnpackedImage) => of.layers.map(({ digest }) => digest)
    const [base, runtime, program] = digests(image)

    assert.ok(
      compressed.reduce((sum, bytes) => sum + bytes, 0) <= 50_000_000,
      `${compressed.join(' + ')} bytes`,
    )
    assert.deepEqual(
      image.layers.map(({ comment }) => comment),
      ["Debian's libraries", 'Node.js', `Tocsin ${VERSION}`],
    )
    assert.deepEqual(digests(next).slice(0, 2), [base, runtime])
    assert.notEqual(digests(next)[2], program)
    assert.ok((compressed[2] ?? 0) < 10_000_000, 'what an upgrade loads')
  })

  it('says in its labels what it is, and of which commit', () => {
    const { source, ...labels } = Object.fromEntries(
      Object.entries(image.config.Labels).map(([name, value]) => [
        name.replace('org.opencontainers.image.', ''),
        value,
      ]),
    )
    const [commit, time] = run('git', ['log', '-1', '--format=%H %ct'], { cwd: root }).split(' ')

    assert.deepEqual(
      { ...labels, revision: labels['revision']?.replace('-dirty', '') },
      {
        title: 'Tocsin',
        description: 'The webhook service for database monitoring: durable, ordered, visible, safe.',
        version: VERSION,
        licenses: 'MIT',
        revision: commit,
        created: image.created,
      },
    )
    assert.equal(Date.parse(image.created), Number(time) * 1000)
    assert.match(source ?? 'https://none', /^https?:\/\//)
    assert.equal(next.config.Labels['org.opencontainers.image.version'], NEXT_VERSION)
  })

  it('is the same to the byte if it is made again elsewhere', (t) => {
    if (run('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: root }) !== '') {
      t.skip('takes a clone without changes')
      return
    }
    const again = mkdtempSync(join(tmpdir(), 'tocsin-same-image-'))
    try {
      packageAgain(again)
      const name = readdirSync(again).find((file) => file.endsWith('.image.tar')) ?? ''
      run('cmp', [join(again, name), packageOf('this', '.image.tar')])
    } finally {
      rmSync(again, { recursive: true })
    }
  })

  it('names the packages of Debian that are in it, for scanners', () => {
    const folder = join(image.rootfs, 'var/lib/dpkg/status.d')

    assert.deepEqual(readdirSync(folder).sort(), ['libc6', 'libgcc-s1', 'libstdc++6'])
    for (const name of readdirSync(folder))
      assert.ok(readFileSync(join(folder, name), 'utf8').startsWith(`Package: ${name}\n`))
    assert.match(readFileSync(join(image.rootfs, 'etc/os-release'), 'utf8'), /^ID=debian$/m)
  })

  it('has no shell, no other program, and nothing that its user may write but its volume', () => {
    const programs = ['bin', 'sbin', 'usr/bin', 'usr/sbin'].flatMap((folder) => {
      const path = join(image.rootfs, folder)
      return existsSync(path) ? readdirSync(path) : []
    })
    const owned = readdirSync(image.rootfs, { recursive: true, encoding: 'utf8' }).filter(
      (path) => lstatSync(join(image.rootfs, path)).uid !== 0,
    )

    assert.deepEqual(programs.sort(), ['node', 'tocsin'])
    assert.deepEqual(owned.sort(), ['var/lib/tocsin'])
    assert.notEqual(image.config.User.split(':')[0], '0')
  })

  it('runs its commands without a shell, beside the service and instead of it', async (t) => {
    const service = await start(t, image)
    const run = (command: readonly string[]) => {
      const [tool = '', ...argv] = image.commandLine(command, volume, { TOCSIN_TOKEN: ADMIN_TOKEN })
      return spawnSync(tool, argv, { encoding: 'utf8', timeout: 20_000 })
    }

    // `docker exec CONTAINER tocsin status`, `docker run IMAGE version`
    const status = run(['tocsin', 'status'])
    assert.match(status.stdout, /^Healthy: /, status.stderr)
    assert.equal(run([...image.config.Entrypoint, 'version']).stdout, `${VERSION}\n`)
    assert.match(service.output(), /^\{"level":"info"/, 'the log is lines of JSON')
  })

  it('ends a start that fails within 5 s, with exit code 1 and one line that says why', () => {
    const { Entrypoint, Cmd } = image.config
    const foreign = mkdtempSync(join(tmpdir(), 'tocsin-foreign-volume-'))
    const reasons = [
      [{ TOCSIN_RETENTION: 'nonsense' }, image.createVolume(), /TOCSIN_RETENTION is "nonsense"/],
      [{ TOCSIN_LISTEN: '127.0.0.1:1' }, image.createVolume(), /127\.0\.0\.1:1/],
      [{ TOCSIN_DATA_FOLDER: '/usr/lib/tocsin' }, image.createVolume(), /cannot be written/],
      [{}, foreign, /unable to open|EACCES|user 10001/],
    ] as const
    try {
      for (const [variables, data, reason] of reasons) {
        const [tool = '', ...argv] = image.commandLine([...Entrypoint, ...Cmd], data, variables)
        const begun = performance.now()
        const { status, stdout, stderr } = spawnSync(tool, argv, { encoding: 'utf8', timeout: 20_000 })
        const lines = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { readonly level: string; readonly because?: string })

        assert.equal(status, 1)
        assert.ok(performance.now() - begun < 5000)
        const errors = lines.filter(({ level }) => level === 'error')
        assert.equal(errors.length, 1)
        assert.match(errors[0]?.because ?? '', reason)
        assert.equal(stderr, '')
      }
    } finally {
      rmSync(foreign, { recursive: true })
    }
  })

  it('delivers as a user with a number alone, on a file system that it cannot change', async (t) => {
    const port = await freePort()
    const service = await start(t, image, `127.0.0.1:${port}`)
    await deliverOne(t, service, 'of the image')

    // The check asks at the port that is set in the image; here another one is free.
    const [, ...check] = image.config.Healthcheck.Test
    const [tool = '', ...argv] = image.commandLine(
      check.map((word) => word.replace(':8480', `:${port}`)),
      volume,
    )
    assert.equal(spawnSync(tool, argv).status, 0)
    await service.stop()
    assert.equal(spawnSync(tool, argv).status, 1)
  })

  it('goes on with the volume of an older image', async (t) => {
    const service = await start(t, next)

    assert.deepEqual(await webhookNames(service), ['of the image'])
    await deliverOne(t, service, 'of the next image')
  })

  it('refuses the volume of a newer one', async (t) => {
    await assert.rejects(start(t, image), /newer release/)
  })
})
