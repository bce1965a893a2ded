import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EncryptionStart } from '../../../../src/storage/encryption-keys.ts'
import { keyIdOf } from '../../../../src/storage/encryption/secret-box.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../../support/build.ts'
import { testCertificates } from '../../../support/network/certificates.ts'
import { claimAll, finished } from '../finish.ts'

export const KEY = Buffer.alloc(32, 1)
export const OTHER_KEY = Buffer.alloc(32, 2)

/** A database, read from outside as well. */
export interface StoragePlace {
  open(...encryptionKeys: readonly Buffer[]): Promise<{ store: Store; encryption: EncryptionStart }>
  /** Everything that is stored. */
  read(): Promise<Buffer>
  /** Returns the rows of a query. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** An empty one, which is removed after the test with all that was opened of it. */
export type NewPlace = () => Promise<StoragePlace>

export function exerciseEncryption(engine: string, newPlace: NewPlace): void {
  describe(`${engine}: secrets at rest`, () => {
    startTests(newPlace)
    rotationTests(newPlace)
  })
  describe(`${engine}: a stored secret that is damaged`, () => damageTests(newPlace))
}

/** Everything that must not be found, each a word of its own. */
export const SECRETS = {
  user: 'SECRETuser',
  password: 'SECRETpassword',
  path: 'SECRETpath',
  query: 'SECRETquery',
  header: 'SECRETheader',
  changedHeader: 'SECRETchanged',
  addedHeader: 'SECRETadded',
  deletedHeader: 'SECRETdeleted',
  template: 'SECRETtemplate',
  clearRequest: 'SECRETend',
  clientKey: 'SECRETclientkey',
  signing: 'SECRETsigning',
  oldUrl: 'SECRETold',
  response: 'SECRETanswer',
}
const url = (path: string) =>
  `https://${SECRETS.user}:${SECRETS.password}@hooks.example/${path}?code=${SECRETS.query}`

/** Writes every secret, changes some, delivers, and fills pages so that rows move. */
export async function useAll(store: Store): Promise<number> {
  const { id, headers } = await store.createWebhook(
    newWebhook({
      url: url(SECRETS.oldUrl),
      headers: [SECRETS.header, SECRETS.changedHeader, SECRETS.deletedHeader].map((value, index) => ({
        key: `X-${index}`,
        value,
      })),
      payloadTemplate: `{"routing_key": "${SECRETS.template}"}`,
      mode: 'current_state',
      clearRequest: {
        method: 'PUT',
        url: url('close'),
        payloadTemplate: `{"routing_key": "${SECRETS.clearRequest}"}`,
      },
      tls: { ca: null, certificate: 'public', key: SECRETS.clientKey, insecure: false },
    }),
    NOW,
  )
  for (let index = 0; index < 40; index += 1) {
    const { id: other } = await store.createWebhook(
      newWebhook({ headers: [{ key: 'X', value: SECRETS.header }] }),
      NOW,
    )
    if (index % 2 === 0) await store.deleteWebhook(other, { now: NOW })
    else await store.changeWebhook(other, { enabled: false }, { now: NOW })
  }
  await store.rotateSigningSecret(id, { secret: `whsec_${SECRETS.signing}`, overlapUntil: NOW, now: NOW })
  const change = {
    deleted: [headers[2]?.id ?? 0],
    changed: [{ id: headers[1]?.id ?? 0, value: `${SECRETS.changedHeader} anew` }],
    added: [{ key: 'X-A', value: SECRETS.addedHeader }],
  }
  await store.changeWebhook(id, { url: url(SECRETS.path), headers: change }, { now: NOW })
  await store.acceptObservations([observation()], NOW)
  const claims = await claimAll(store, NOW)
  const request = { method: 'POST', url: url(SECRETS.path), headers: [], body: SECRETS.template }
  const response = { status: 200, headers: [], body: SECRETS.response, bodyTruncated: false }
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'delivered' }, { request, response })),
    NOW,
  )
  return id
}

/** The names of the secrets that stand in what is stored. */
export function secretsIn(stored: Buffer): readonly string[] {
  assert.ok(stored.length > 10_000)
  return Object.entries(SECRETS).flatMap(([name, value]) => (stored.includes(value) ? [name] : []))
}

function startTests(newPlace: NewPlace): void {
  it('with a key none is in what is stored', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    await useAll(store)

    assert.deepEqual(secretsIn(await place.read()), [])
  })

  it('without a key all are that are still there: what the test before looks for would be found', async () => {
    const place = await newPlace()
    const { store } = await place.open()
    await useAll(store)

    const found = secretsIn(await place.read())
    // A file may keep traces of what is deleted.
    assert.deepEqual(
      found.filter((name) => name !== 'deletedHeader'),
      Object.keys(SECRETS).filter((name) => name !== 'deletedHeader'),
    )
  })

  it('the first start with a key encrypts what is plain, and leaves it nowhere but in old records', async () => {
    const place = await newPlace()
    const plain = await place.open()
    const id = await useAll(plain.store)
    const before = await plain.store.listWebhooks({})
    await plain.store.close()

    const { store, encryption } = await place.open(KEY)

    // 21 webhooks with a URL, a template and a header; the first has two headers more, TLS settings, and signs.
    assert.deepEqual(
      { sealedCount: encryption.sealedCount, disabledWebhookIds: encryption.disabledWebhookIds },
      { sealedCount: 21 * 3 + 5, disabledWebhookIds: [] },
    )
    assert.deepEqual(await store.listWebhooks({}), before)
    assert.equal((await store.findWebhook(id))?.url, url(SECRETS.path))
    const inRecords = ['user', 'password', 'path', 'query', 'template', 'oldUrl', 'response']
    assert.deepEqual(secretsIn(await place.read()), inRecords)
    await store.close()
    assert.equal((await place.open(KEY)).encryption.sealedCount, 0)
  })

  it('a start without the key is refused, names setting and keys, and changes nothing', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    await useAll(store)
    const before = await store.listWebhooks({})
    await store.close()
    const rows = async () =>
      Promise.all(
        ['webhooks', 'webhook_headers', 'meta'].map((table) =>
          place.run(`SELECT * FROM ${table} ORDER BY 1`),
        ),
      )
    const stored = await rows()
    const needed = new RegExp(`${keyIdOf(KEY)} \\(\\d+ values\\); no key is given.*TOCSIN_ENCRYPTION_KEY`)

    await assert.rejects(place.open(), needed)
    await assert.rejects(
      place.open(OTHER_KEY),
      new RegExp(`missing: ${keyIdOf(KEY)} .*those given are ${keyIdOf(OTHER_KEY)}`),
    )

    assert.deepEqual(await rows(), stored)
    const again = await place.open(OTHER_KEY, KEY)
    assert.deepEqual(await again.store.listWebhooks({}), before)
  })
}

function rotationTests(newPlace: NewPlace): void {
  it('rotation seals everything under the first key, so that the old one can go; history stays readable', async () => {
    const place = await newPlace()
    const first = await place.open(KEY)
    await useAll(first.store)
    const before = await first.store.listWebhooks({})
    await first.store.close()
    const { store } = await place.open(OTHER_KEY, KEY)
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const mixed = await store.describeEncryption()

    const rotated = await store.rotateEncryption({ now: NOW })

    // A URL and a template are new; 21 webhooks as above, and the key for history, were under the old one.
    const oldCount = 21 * 3 + 5 + 1
    assert.deepEqual(mixed, {
      currentKeyId: keyIdOf(OTHER_KEY),
      keyIds: [keyIdOf(OTHER_KEY), keyIdOf(KEY)],
      values: { [keyIdOf(KEY)]: oldCount, [keyIdOf(OTHER_KEY)]: 2 },
    })
    assert.deepEqual(rotated, { sealedCount: oldCount })
    assert.deepEqual((await store.describeEncryption()).values, { [keyIdOf(OTHER_KEY)]: oldCount + 2 })
    assert.deepEqual(await store.rotateEncryption({ now: NOW }), { sealedCount: 0 })
    assert.ok(!(await place.read()).includes(`enc1:${keyIdOf(KEY)}:`), 'the old key opens nothing')
    await store.deleteWebhook(id, { now: NOW })
    await store.close()
    const last = await place.open(OTHER_KEY)
    assert.deepEqual(await last.store.listWebhooks({}), before)
    assert.equal((await last.store.listAttempts(1))[0]?.request?.url, url(SECRETS.path))
    assert.deepEqual(secretsIn(await place.read()), [])
  })

  it('a rotation is in the audit log, with its author', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    await store.rotateEncryption({ now: NOW + 1, by: AUTHOR })

    const [entry] = await store.listAudit({}, { limit: 1 })
    assert.deepEqual(
      [entry?.action, entry?.at, entry?.actor, entry?.note],
      ['encryption.rotated', NOW + 1, AUTHOR, `0 values under the key ${keyIdOf(KEY)}`],
    )
  })

  it('without a key there is nothing to rotate to', async () => {
    const { store } = await (await newPlace()).open()

    await assert.rejects(store.rotateEncryption({ now: NOW }), {
      code: 'conflict',
      message: /TOCSIN_ENCRYPTION_KEY/,
    })
    assert.deepEqual(await store.describeEncryption(), { currentKeyId: null, keyIds: [], values: {} })
  })

  it('a change that changes nothing is seen as such, though no value is ever sealed twice alike', async () => {
    const { store } = await (await newPlace()).open(KEY)
    const id = await useAll(store)
    const { client } = await testCertificates()
    const { certificate, key } = client
    const before = await store.changeWebhook(id, { tls: { certificate, key } }, { now: NOW })
    const { name, url, tls, payloadTemplate, headers } = before
    const changed = headers.map(({ id, key, value }) => ({ id, key, value }))

    const after = await store.changeWebhook(
      id,
      { name, url, tls, payloadTemplate, headers: { deleted: [], changed, added: [] } },
      { now: NOW + 1 },
    )

    assert.deepEqual(after, before)
  })
}

function damageTests(newPlace: NewPlace): void {
  const storedUrl = async (place: StoragePlace, id: number) =>
    (await place.run(`SELECT url FROM webhooks WHERE id = ${id}`))[0]?.['url']
  /** Swaps the stored URLs of the first two webhooks: each is genuine, but in the wrong row. */
  const prepare = async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    for (const name of ['one', 'two', 'three']) {
      await store.createWebhook(newWebhook({ name, url: `https://${name}.example/` }), NOW)
    }
    await store.changeWebhook(2, { enabled: false }, { now: NOW })
    await store.acceptObservations([observation()], NOW)
    await store.close()
    const [one, two] = [await storedUrl(place, 1), await storedUrl(place, 2)]
    await place.run(`UPDATE webhooks SET url = '${two}' WHERE id = 1`)
    await place.run(`UPDATE webhooks SET url = '${one}' WHERE id = 2`)
    return { place, stored: two, ...(await place.open(KEY)) }
  }

  it('disables its webhook with the reason, holds its deliveries, and touches no other', async () => {
    const { store, encryption } = await prepare()
    const [one, two, three] = await store.listWebhooks({})
    const claims = await claimAll(store, NOW)
    const [held] = await store.listDeliveries({ webhookId: 1 }, { limit: 1 })

    assert.deepEqual(encryption.disabledWebhookIds, [1])
    assert.equal(one?.enabled, false)
    assert.match(one.disabledReason ?? '', /damaged and cannot be read: url\. Give that anew/)
    assert.equal(one.url, 'http://damaged.invalid/')
    assert.deepEqual([held?.state, held?.dueAt], ['pending', null])
    assert.equal(two?.enabled, false)
    assert.equal(three?.url, 'https://three.example/')
    assert.deepEqual(
      claims.map(({ webhook }) => webhook.name),
      ['three'],
    )
  })

  it('is kept as it is when something else is changed, and does not let the webhook be enabled', async () => {
    const { store, place, stored } = await prepare()

    const renamed = await store.changeWebhook(1, { name: 'new' }, { now: NOW })
    await assert.rejects(store.changeWebhook(1, { enabled: true }, { now: NOW }), {
      code: 'conflict',
      message: /Webhook 1 cannot be enabled\. .*url/,
    })

    assert.equal(renamed.name, 'new')
    assert.equal((await store.findWebhook(1))?.enabled, false)
    assert.equal(await storedUrl(place, 1), stored)
  })

  it('is replaced by what is given anew, and then the webhook can be enabled', async () => {
    const { store } = await prepare()

    const mended = await store.changeWebhook(1, { url: 'https://one.example/', enabled: true }, { now: NOW })
    const claims = await claimAll(store, NOW)

    assert.deepEqual(
      [mended.url, mended.enabled, mended.disabledReason],
      ['https://one.example/', true, null],
    )
    assert.deepEqual(claims.map(({ webhook }) => webhook.name).sort(), ['one', 'three'])
  })

  it('is kept as well when a header that is not shown to its writer comes back hidden', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    const headers = [{ key: 'Authorization', value: 'Bearer secret' }]
    const { headers: made } = await store.createWebhook(newWebhook({ headers }), NOW)
    await store.close()
    await place.run(`UPDATE webhook_headers SET value = substr(value, 1, 30) || 'AAAA' || substr(value, 35)`)
    const again = (await place.open(KEY)).store
    const storedValue = async () => (await place.run('SELECT value FROM webhook_headers'))[0]?.['value']
    const damaged = await storedValue()
    const list = [{ id: made[0]?.id, key: 'Authorization', value: '***' }]

    const renamed = await again.changeWebhook(
      1,
      { name: 'new', headers: { list }, isMasked: true },
      { now: NOW },
    )

    assert.equal(renamed.name, 'new')
    assert.match(renamed.disabledReason ?? '', /header Authorization/)
    assert.equal(await storedValue(), damaged)
  })

  it('is notified of the request that tells an end, which goes away or comes anew', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    const clearRequest = { method: 'PUT', url: url('close'), payloadTemplate: '' }
    await store.createWebhook(newWebhook({ mode: 'current_state', clearRequest }), NOW)
    await store.close()
    await place.run("UPDATE webhooks SET clear_request = substr(clear_request, 1, 30) || 'AAAA'")

    const again = await place.open(KEY)
    const damaged = await again.store.findWebhook(1)
    const mended = await again.store.changeWebhook(1, { clearRequest, enabled: true }, { now: NOW })

    assert.deepEqual([damaged?.enabled, damaged?.clearRequest, damaged?.mode], [false, null, 'current_state'])
    assert.match(damaged?.disabledReason ?? '', /cannot be read: clear_request\. Give that anew/)
    assert.deepEqual([mended.enabled, mended.clearRequest], [true, clearRequest])
  })

  it('may be cleared as well: signing secrets, TLS settings, and a header that becomes empty', async () => {
    const place = await newPlace()
    const { store } = await place.open(KEY)
    const tls = { ca: null, certificate: null, key: null, insecure: true }
    const headers = [{ key: 'X-A', value: 'a value' }]
    const { headers: made } = await store.createWebhook(newWebhook({ tls, headers }), NOW)
    await store.rotateSigningSecret(1, { secret: 'whsec_x', overlapUntil: NOW, now: NOW })
    await store.close()
    const broken = (column: string) =>
      `${column} = substr(${column}, 1, 30) || 'AAAA' || substr(${column}, 35)`
    await place.run(`UPDATE webhooks SET ${broken('tls')}, ${broken('signing_secrets')}`)
    await place.run(`UPDATE webhook_headers SET ${broken('value')}`)
    const again = await place.open(KEY)
    const damaged = await again.store.findWebhook(1)

    const changed = [{ id: made[0]?.id ?? 0, value: '' }]
    await again.store.changeWebhook(1, { tls: null }, { now: NOW })
    await again.store.removeSigningSecrets(1, { now: NOW })
    await assert.rejects(again.store.changeWebhook(1, { enabled: true }, { now: NOW }), /header X-A/)
    const mended = await again.store.changeWebhook(
      1,
      { enabled: true, headers: { deleted: [], changed, added: [] } },
      { now: NOW },
    )

    assert.match(damaged?.disabledReason ?? '', /tls, signing secrets, header X-A/)
    assert.deepEqual([mended.enabled, mended.tls, mended.signingSecrets], [true, null, []])
    assert.deepEqual(
      mended.headers.map(({ key, value }) => [key, value]),
      [['X-A', '']],
    )
  })
}
