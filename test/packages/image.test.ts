import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { freePort } from '../support/network/free-port.ts'
import { UnpackedImage } from './support/image.ts'
import { ADMIN_TOKEN, deliverOne, startInstalled, webhookNames } from './support/installed-service.ts'
import { missing, packageOf } from './support/packages.ts'

describe('the container image', { skip: missing('root', 'buildah', 'bwrap', 'setpriv') }, () => {
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

  it('has no shell, no other program, and nothing that its user may write but its volume', () => {
    const programs = ['bin', 'sbin', 'usr/bin', 'usr/sbin'].flatMap((folder) => {
      const path = join(image.rootfs, folder)
      return existsSync(path) ? readdirSync(path) : []
    })
    const owned = readdirSync(image.rootfs, { recursive: true, encoding: 'utf8' }).filter(
      (path) => lstatSync(join(image.rootfs, path)).uid !== 0,
    )

    assert.deepEqual(programs.sort(), ['node', 'tocsin'])
    assert.deepEqual(owned.sort(), ['var', 'var/lib', 'var/lib/tocsin'])
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
