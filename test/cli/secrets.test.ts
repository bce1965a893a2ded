import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseEncryptionKeys } from '../../src/config/setting-parsers.ts'
import { checkSigningSecret } from '../../src/domain/receiver/signature.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { runTool, words, type ToolOptions } from './run-tool.ts'

describe('tocsin and secrets', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({
      listen: true,
      settings: { TOCSIN_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') },
    })
  })
  after(() => app.stop())

  const run = (line: string, options: ToolOptions = {}) =>
    runTool(words(line), { ...options, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
  const add = async (): Promise<string> => {
    const argv = [
      ...words('webhook add --name h --url https://bob:pw@h.example/ --json'),
      '--header',
      'X-Key: s3cret',
    ]
    const { json } = await runTool(argv, { environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
    return String(json.id)
  }
  const signing = async (id: string) =>
    (await app.call('GET', `/v1/webhooks/${id}/signing/secrets`)).json.secrets

  it('webhook show: hides values, and shows them with --show-secrets', async () => {
    const id = await add()

    const hidden = await run(`webhook show ${id}`)
    const shown = await run(`webhook show ${id} --show-secrets`)

    assert.match(hidden.out, /https:\/\/\*\*\*@h\.example\/[^]*X-Key: \*\*\*/)
    assert.match(shown.out, /https:\/\/bob:pw@h\.example\/[^]*X-Key: s3cret/)
    assert.match(shown.out, /signed +no\n/)
  })

  it('webhook edit: what it does not name keeps its value, though the tool never saw it', async () => {
    const id = await add()

    const { code } = await runTool([...words(`webhook edit ${id} --name new --header`), 'X-Team: dba'], {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
    })

    assert.equal(code, 0)
    const { url, headers } = (await app.store.findWebhook(Number(id))) ?? {}
    assert.deepEqual(
      [url, headers?.map(({ key, value }) => [key, value])],
      [
        'https://bob:pw@h.example/',
        [
          ['X-Key', 's3cret'],
          ['X-Team', 'dba'],
        ],
      ],
    )
  })

  it('webhook sign: the secret alone on stdout, and for whom it is on stderr', async () => {
    const id = await add()

    const { code, out, err } = await run(`webhook sign ${id}`)

    assert.equal(code, 0)
    assert.equal(checkSigningSecret(out.trim()), undefined)
    assert.match(err, new RegExp(`new signing secret of webhook ${id}: its receiver needs it`))
    assert.equal((await signing(id))[0].secret, out.trim())
    assert.match((await run(`webhook show ${id}`)).out, /signed +yes\n/)
  })

  it('webhook sign: a second time shows what there is, and changes nothing', async () => {
    const id = await add()
    const secret = (await run(`webhook sign ${id}`)).out.trim()

    const again = await run(`webhook sign ${id}`)
    const full = await run(`webhook sign ${id} --show-secrets`)
    const overlap = await run(`webhook sign ${id} --overlap 1h`)

    assert.match(
      again.out,
      new RegExp(`signs its requests with\\n.*\\n +1 +… ${secret.slice(-4).replace('+', String.raw`\+`)} `),
    )
    assert.ok(!again.out.includes(secret))
    assert.ok(full.out.includes(secret))
    assert.deepEqual(
      [overlap.code, overlap.err],
      [2, '--overlap is for a new secret; give --rotate as well.\n'],
    )
    assert.equal((await signing(id)).length, 1)
  })

  it('webhook sign --rotate: says how long the others are valid; a secret can be brought', async () => {
    const id = await add()
    const mine = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    const first = (await run(`webhook sign ${id}`)).out.trim()

    const rotated = await run(`webhook sign ${id} --rotate --overlap 2h`)
    const brought = await run(`webhook sign ${id} --secret-file -`, { input: `${mine}\n` })

    assert.match(
      rotated.err,
      new RegExp(`The one that ends in ${first.slice(-4).replace('+', String.raw`\+`)} is valid until 20`),
    )
    assert.equal(brought.out, `${mine}\n`)
    assert.deepEqual(
      (await signing(id)).map(({ secret }: { secret: string }) => secret),
      [mine, rotated.out.trim(), first],
    )
  })

  it('webhook unsign: asks first, and takes only a yes for one', async () => {
    const id = await add()
    await run(`webhook sign ${id}`)

    const no = await run(`webhook unsign ${id}`, { response: '' })
    const nobody = await run(`webhook unsign ${id}`)
    const kept = await signing(id)
    const yes = await run(`webhook unsign ${id}`, { response: 'y' })

    assert.deepEqual([no.code, nobody.code, kept.length, yes.code], [1, 2, 1, 0])
    assert.match(yes.out, /does not sign its requests any more/)
    assert.deepEqual(await signing(id), [])
    assert.equal((await run(`webhook unsign ${id} --yes`)).code, 0)
  })

  it('encryption new-key: a key that the service takes, and another one each time', async () => {
    const one = await runTool(words('encryption new-key'))
    const two = await runTool(words('encryption new-key --json'))

    assert.equal(parseEncryptionKeys(one.out.trim()).length, 1)
    assert.equal(parseEncryptionKeys(two.json.key).length, 1)
    assert.notEqual(one.out.trim(), two.json.key)
  })

  it('encryption show and rotate: counts by key, never a key', async () => {
    await add()

    const shown = await run('encryption show')
    const rotated = await run('encryption rotate')

    assert.match(shown.out, /^[0-9a-f]{12} +\d+ secrets, and whatever is written from now on\n$/)
    assert.match(rotated.out, /^Encrypted anew: 0\n[0-9a-f]{12} /)
  })
})
