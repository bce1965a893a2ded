import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
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
