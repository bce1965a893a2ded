import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_PLACES, consoleRoutes, readPage } from '../../../src/api/server/console.ts'
import { systemChance } from '../../../src/runtime/clock.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'

const SCRIPT = 'console.log("the console")'

describe('the console', () => {
  let folder: string
  let server: FastifyInstance
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-console-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<base href="%BASE%"><meta nonce="%NONCE%">%EARLY%')
    await writeFile(join(folder, 'secret.txt'), 'not to be served')
    const script = join(folder, 'assets', 'index-Ab_1-x.js')
    await writeFile(script, SCRIPT)
    await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
    await writeFile(`${script}.gz`, gzipSync(SCRIPT))
    await writeFile(join(folder, 'icon.svg'), '<svg/>')
    const options = { basePath: '/pem', chance: systemChance, consoleFolder: folder }
    server = serveRoutes(consoleRoutes(options), undefined, { lostPage: () => readPage(options) })
  })

  after(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('answers all of its addresses with its one page, which is never kept', async () => {
    for (const url of [
      '/',
      '/webhooks',
      '/webhooks/',
      '/webhooks/7/edit',
      '/settings/people?x=1',
      '/sign-in',
    ]) {
      const response = await get(url)

      assert.equal(response.statusCode, 200, url)
      assert.match(response.payload, /<base href="\/pem\/">/)
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(response.headers['cache-control'], 'no-store')
    }
  })

  it('writes the heading of a page into it for those who are signed in, and no other', async () => {
    const cookie = 'a=b; tocsin_session_1=secret'
    assert.match((await get('/webhooks', { cookie })).payload, /<h1>Webhooks<\/h1>/)
    assert.match((await get('/', { cookie })).payload, /<h1>Overview<\/h1>/)
    for (const response of [await get('/webhooks'), await get('/webhooks/7', { cookie })]) {
      assert.doesNotMatch(response.payload, /<h1>|%EARLY%/)
    }
  })

  it('tells a browser at an address where nothing ever was, and programs as they read it', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    for (const url of ['/webhook', '/overview?x=1', '/webhooksx/7']) {
      const response = await get(url, browser)

      assert.equal(response.statusCode, 404, url)
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
      assert.match(response.payload, /<base href="\/pem\/">/)
    }
    for (const response of [
      await get('/webhook'),
      await get('/webhook', { accept: 'application/json' }),
      // On paths for programs, people get the same response.
      await get('/assets/deep/one.js', browser),
      await server.inject({ method: 'POST', url: '/webhook', headers: browser }),
    ]) {
      assert.equal(response.statusCode, 404)
      assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
    }
  })

  it('allows styles by a nonce that is new each time, and nothing else inline or from elsewhere', async () => {
    const nonces = new Set<string>()
    for (const response of [await get('/'), await get('/')]) {
      const policy = String(response.headers['content-security-policy'])
      const nonce = /style-src 'self' 'nonce-([^']{20,})'/.exec(policy)?.[1] ?? ''

      assert.ok(response.payload.includes(`nonce="${nonce}"`))
      assert.match(policy, /^default-src 'none'; script-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.equal(response.headers['x-frame-options'], 'DENY')
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 2)
  })

  it('sends files compressed as the caller likes, to be kept for ever', async () => {
    const plain = await get('/assets/index-Ab_1-x.js')
    const brotli = await get('/assets/index-Ab_1-x.js', { 'accept-encoding': 'gzip, br' })

    assert.equal(plain.payload, SCRIPT)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), SCRIPT)
    for (const { headers } of [plain, brotli]) {
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['vary'], 'accept-encoding')
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
  })

  it('sends a file as it is where there is no compressed one', async () => {
    const response = await get('/icon.svg', { 'accept-encoding': 'br' })

    assert.equal(response.payload, '<svg/>')
    assert.equal(response.headers['content-encoding'], undefined)
    assert.equal(response.headers['content-type'], 'image/svg+xml')
  })

  it('holds a file, and reads it again when it was built anew', async () => {
    const file = join(folder, 'color-scheme.js')
    assert.equal((await get('/color-scheme.js')).statusCode, 404)
    await writeFile(file, 'first()')
    assert.equal((await get('/color-scheme.js')).payload, 'first()')
    await writeFile(file, 'second()')
    assert.equal((await get('/color-scheme.js')).payload, 'second()')
    await rm(file)
    assert.equal((await get('/color-scheme.js')).statusCode, 404)
  })

  for (const name of [
    'none.js',
    '..%2Fsecret.txt',
    '..%2f..%2fpackage.json',
    '%2e%2e%2fsecret.txt',
    '.%00.js',
    '.built-from',
  ]) {
    it(`does not know ${name}`, async () => {
      const response = await get(`/assets/${name}`)

      assert.notEqual(response.statusCode, 200)
      assert.doesNotMatch(response.payload, /not to be served/)
    })
  }

  it('is a sentence where it was not built', async () => {
    const bare = serveRoutes(
      consoleRoutes({ basePath: '', chance: systemChance, consoleFolder: join(folder, 'nowhere') }),
    )

    const response = await bare.inject({ url: '/deliveries' })

    assert.equal(response.statusCode, 404)
    assert.match(response.json().detail, /The console is not built; `npm start` builds it/)
    await bare.close()
  })

  it('is served wherever the console has a page', async () => {
    const router = await readFile(join(import.meta.dirname, '../../../console/src/router.tsx'), 'utf8')
    const places = [...router.matchAll(/getParentRoute: \(\) => (?:root|shell),\s+path: '\/([\w-]*)/g)].map(
      ([, place]) => place,
    )

    assert.deepEqual(new Set(places.filter((place) => place !== '')), new Set(CONSOLE_PLACES))
  })
})
