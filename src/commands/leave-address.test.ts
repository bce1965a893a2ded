import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { leaveAddress, localAddress } from './leave-address.ts'

describe('the address that a service leaves', () => {
  it('is one under which this machine reaches it', () => {
    assert.equal(localAddress('http://0.0.0.0:8480'), 'http://127.0.0.1:8480')
    assert.equal(localAddress('https://[::]:8480/pem'), 'https://[::1]:8480/pem')
    assert.equal(localAddress('http://192.0.2.7:8480'), 'http://192.0.2.7:8480')
  })

  it('is there for its owner while the service runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-address-'))
    const file = join(folder, 'address')
    try {
      const remove = await leaveAddress(folder, 'http://127.0.0.1:8480')
      assert.equal(readFileSync(file, 'utf8'), 'http://127.0.0.1:8480\n')
      assert.equal(statSync(file).mode & 0o077, 0)
      await remove()
      assert.equal(existsSync(file), false)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('stays that of a service that runs, where a second one uses the folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-address-'))
    const file = join(folder, 'address')
    const first = createServer().listen(0, '127.0.0.1')
    await once(first, 'listening')
    const { port } = first.address() as AddressInfo
    const own = `http://127.0.0.1:${port}`
    try {
      const removeFirst = await leaveAddress(folder, own)
      const removeSecond = await leaveAddress(folder, 'http://127.0.0.1:1')
      await removeSecond()
      assert.equal(readFileSync(file, 'utf8'), `${own}\n`)
      first.close()
      await once(first, 'close')
      const removeThird = await leaveAddress(folder, 'http://127.0.0.1:1')
      await removeFirst()
      assert.equal(readFileSync(file, 'utf8'), 'http://127.0.0.1:1\n')
      await removeThird()
      assert.equal(existsSync(file), false)
    } finally {
      first.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('does not follow a link in its place', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-address-'))
    try {
      writeFileSync(join(folder, 'other'), 'kept')
      symlinkSync(join(folder, 'other'), join(folder, 'address'))
      await leaveAddress(folder, 'http://127.0.0.1:1')

      assert.equal(readFileSync(join(folder, 'other'), 'utf8'), 'kept')
      assert.equal(readFileSync(join(folder, 'address'), 'utf8'), 'http://127.0.0.1:1\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is no reason not to serve where it cannot be written', async () => {
    const remove = await leaveAddress('/nonexistent/folder', 'http://127.0.0.1:8480')

    await assert.doesNotReject(remove)
    assert.equal(existsSync('/nonexistent'), false)
  })
})
