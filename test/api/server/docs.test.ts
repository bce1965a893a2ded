import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { docsRoutes } from '../../../src/api/server/docs.ts'
import { serveRoutes } from '../../support/app/serve-routes.ts'

const PAGE = '<h1>Webhooks</h1>'

describe('/docs', () => {
  let folder: string
  let server: FastifyInstance
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tocsin-docs-'))
    await mkdir(join(folder, 'docs'))
    await writeFile(join(folder, 'secret.txt'), 'not to be served')
    await writeFile(join(folder, 'docs', 'docs.css'), 'h1 {}')
    await writeFile(join(folder, 'docs', 'v1-webhooks.html'), PAGE)
    await writeFile(join(folder, 'docs', 'v1-webhooks.html.gz'), gzipSync(PAGE))
    server = serveRoutes(docsRoutes({ basePath: '/pem', consoleFolder: folder }))
  })

  after(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('leads to its first page', async () => {
    const { statusCode, headers } = await get('/docs')

    assert.deepEqual([statusCode, headers['location']], [302, '/pem/docs/v1'])
  })

  it('sends pages and their files, which may load nothing from elsewhere', async () => {
    const page = await get('/docs/v1-webhooks', { 'accept-encoding': 'gzip' })
    const file = await get('/docs/docs.css')

    assert.equal(gunzipSync(page.rawPayload).toString(), PAGE)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.deepEqual(
      [page.headers['cache-control'], file.headers['cache-control']],
      ['no-cache', 'max-age=3600'],
    )
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  it('does not send a page again to those who have it', async () => {
    const etag = String((await get('/docs/v1-webhooks')).headers['etag'])
    const again = await get('/docs/v1-webhooks', { 'if-none-match': etag })

    assert.deepEqual([again.statusCode, again.payload, again.headers['etag']], [304, '', etag])
  })

  for (const name of ['none', 'package.json', '..%2fsecret.txt', '..%2f..%2fpackage.json', '__proto__']) {
    it(`does not know ${name}`, async () => {
      const { statusCode, payload } = await get(`/docs/${name}`)

      assert.equal(statusCode, 404)
      assert.doesNotMatch(payload, /not to be served/)
    })
  }
})
