import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { keyIdOf } from '../../src/storage/secret-box.ts'
import { openSqliteStore, type OpenedSqlite } from '../../src/storage/sqlite/store.ts'
import type { Store } from '../../src/storage/store.ts'
import { newWebhook, NOW, observation } from '../support/build.ts'
import { claimAll, finished } from './finish.ts'
import { exerciseHistory } from './suite-history.ts'
import { exerciseSigning } from './suite-signing.ts'
import { exerciseWebhooks } from './suite-webhooks.ts'

const folder = await mkdtemp(join(tmpdir(), 'tocsin-sealed-'))
const open: Store[] = []
let count = 0
const newFile = () => join(folder, `${(count += 1)}.db`)
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})
after(() => rm(folder, { recursive: true, force: true }))

const KEY = Buffer.alloc(32, 1)
const OTHER_KEY = Buffer.alloc(32, 2)

async function openWith(file: string, ...encryptionKeys: readonly Buffer[]): Promise<OpenedSqlite> {
  const opened = await openSqliteStore({ file, sizeMax: 0, encryptionKeys, now: NOW })
  open.push(opened.store)
  return opened
}

const openEncrypted = async () => (await openWith(newFile(), KEY)).store
exerciseWebhooks('SQLite with a key', openEncrypted)
exerciseSigning('SQLite with a key', openEncrypted)
exerciseHistory('SQLite with a key', openEncrypted)

/** Everything that must not be found, each a word of its own. */
const SECRETS = {
  user: 'SECRETuser',
  password: 'SECRETpassword',
  path: 'SECRETpath',
  query: 'SECRETquery',
  header: 'SECRETheader',
  changedHeader: 'SECRETchanged',
  addedHeader: 'SECRETadded',
  deletedHeader: 'SECRETdeleted',
  template: 'SECRETtemplate',
  clientKey: 'SECRETclientkey',
  signing: 'SECRETsigning',
  oldUrl: 'SECRETold',
  answer: 'SECRETanswer',
}
const url = (path: string) =>
  `https://${SECRETS.user}:${SECRETS.password}@hooks.example/${path}?code=${SECRETS.query}`

/** Writes every secret, changes some, delivers, and fills pages so that rows move. */
async function useAll(store: Store): Promise<number> {
  const { id, headers } = await store.createWebhook(
    newWebhook({
      url: url(SECRETS.oldUrl),
      headers: [SECRETS.header, SECRETS.changedHeader, SECRETS.deletedHeader].map((value, index) => ({
        key: `X-${index}`,
        value,
      })),
      payloadTemplate: `{"routing_key": "${SECRETS.template}"}`,
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
  const answer = { status: 200, headers: [], body: SECRETS.answer, bodyTruncated: false }
  await store.finishAttempts(
    claims.map((claim) => finished(claim, { state: 'delivered' }, { request, answer })),
    NOW,
  )
  return id
}

/** The names of the secrets that stand in the bytes of the database, its log, or its backup. */
async function findIn(...files: readonly string[]): Promise<readonly string[]> {
  const all = files.flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
  const bytes = Buffer.concat(
    await Promise.all(all.filter((file) => existsSync(file)).map((file) => readFile(file))),
  )
  assert.ok(bytes.length > 10_000)
  return Object.entries(SECRETS).flatMap(([name, value]) => (bytes.includes(value) ? [name] : []))
}

describe('secrets at rest', () => {
  it('with a key none is in the bytes of database, log and backup, before and after it is closed', async () => {
    const file = newFile()
    const { store } = await openWith(file, KEY)
    await useAll(store)
    const backup = newFile()
    await store.backup(backup)
    const whileOpen = await findIn(file, backup)
    await store.close()

    assert.deepEqual(whileOpen, [])
    assert.deepEqual(await findIn(file), [])
  })

  it('without a key all of them are: what the test before looks for would be found', async () => {
    const file = newFile()
    const { store } = await openWith(file)
    await useAll(store)

    assert.deepEqual(await findIn(file), Object.keys(SECRETS))
  })

  it('the first start with a key encrypts what is plain, and leaves no trace of it but in old records', async () => {
    const file = newFile()
    const plain = await openWith(file)
    const id = await useAll(plain.store)
    const before = await plain.store.listWebhooks({})
    await plain.store.close()

    const { store, encryption } = await openWith(file, KEY)

    // 21 webhooks with a URL, a template and a header; the first has two headers more, TLS settings, and signs.
    assert.deepEqual(encryption, { sealedCount: 21 * 3 + 4, isScrubbed: true, disabledWebhookIds: [] })
    assert.deepEqual(await store.listWebhooks({}), before)
    assert.equal((await store.findWebhook(id))?.url, url(SECRETS.path))
    const inRecords = ['user', 'password', 'path', 'query', 'template', 'oldUrl', 'answer']
    assert.deepEqual(await findIn(file), inRecords)
    await store.pruneHistory({ endedBefore: NOW + 1, now: NOW, limit: 1000 })
    await store.pruneAudit({ madeBefore: NOW + 1, limit: 1000 })
    await store.close()
    assert.deepEqual(await findIn(file), [])
    const again = await openWith(file, KEY)
    assert.equal(again.encryption.sealedCount, 0)
  })

  it('what was deleted before the first key is gone as well, though nothing was left to encrypt', async () => {
    const file = newFile()
    const plain = await openWith(file)
    const value = `${SECRETS.deletedHeader}${'x'.repeat(3000)}`
    for (let id = 1; id <= 30; id += 1) {
      await plain.store.createWebhook(newWebhook({ headers: [{ key: 'X', value }] }), NOW)
    }
    for (let id = 1; id <= 30; id += 1) await plain.store.deleteWebhook(id, { now: NOW })
    await plain.store.close()
    const before = await findIn(file)

    const { store } = await openWith(file, KEY)

    assert.deepEqual(before, ['deletedHeader'])
    assert.deepEqual(await findIn(file), [])
    await store.close()
  })

  it('a start without the key is refused, names setting and keys, and changes nothing', async () => {
    const file = newFile()
    const { store } = await openWith(file, KEY)
    await useAll(store)
    const before = await store.listWebhooks({})
    await store.close()
    const bytes = await readFile(file)
    const needed = new RegExp(`${keyIdOf(KEY)} \\(\\d+ values\\); no key is given.*TOCSIN_ENCRYPTION_KEY`)

    await assert.rejects(openWith(file), needed)
    await assert.rejects(
      openWith(file, OTHER_KEY),
      new RegExp(`missing: ${keyIdOf(KEY)} .*those given are ${keyIdOf(OTHER_KEY)}`),
    )

    assert.deepEqual(await readFile(file), bytes)
    const again = await openWith(file, OTHER_KEY, KEY)
    assert.deepEqual(await again.store.listWebhooks({}), before)
  })

  it('rotation seals everything under the first key, so that the old one can go; history stays readable', async () => {
    const file = newFile()
    const first = await openWith(file, KEY)
    await useAll(first.store)
    const before = await first.store.listWebhooks({})
    await first.store.close()
    const { store } = await openWith(file, OTHER_KEY, KEY)
    const { id } = await store.createWebhook(newWebhook(), NOW)
    const mixed = await store.describeEncryption()

    const rotated = await store.rotateEncryption({ now: NOW })

    // A URL and a template are new; 21 webhooks as above, and the key for history, were under the old one.
    const oldCount = 21 * 3 + 4 + 1
    assert.deepEqual(mixed, {
      currentKeyId: keyIdOf(OTHER_KEY),
      keyIds: [keyIdOf(OTHER_KEY), keyIdOf(KEY)],
      values: { [keyIdOf(KEY)]: oldCount, [keyIdOf(OTHER_KEY)]: 2 },
    })
    assert.deepEqual(rotated, { sealedCount: oldCount })
    assert.deepEqual((await store.describeEncryption()).values, { [keyIdOf(OTHER_KEY)]: oldCount + 2 })
    assert.deepEqual(await store.rotateEncryption({ now: NOW }), { sealedCount: 0 })
    for (const part of [file, `${file}-wal`]) {
      assert.ok(
        !(await readFile(part)).includes(`enc1:${keyIdOf(KEY)}:`),
        `the old key opens nothing in ${part}`,
      )
    }
    await store.deleteWebhook(id, { now: NOW })
    await store.close()
    const last = await openWith(file, OTHER_KEY)
    assert.deepEqual(await last.store.listWebhooks({}), before)
    assert.equal((await last.store.listAttempts(1))[0]?.request?.url, url(SECRETS.path))
    assert.deepEqual(await findIn(file), [])
  })

  it('without a key there is nothing to rotate to', async () => {
    const { store } = await openWith(newFile())

    await assert.rejects(store.rotateEncryption({ now: NOW }), {
      code: 'conflict',
      message: /TOCSIN_ENCRYPTION_KEY/,
    })
    assert.deepEqual(await store.describeEncryption(), { currentKeyId: null, keyIds: [], values: {} })
  })

  it('a change that changes nothing is seen as such, though no value is ever sealed twice alike', async () => {
    const { store } = await openWith(newFile(), KEY)
    const id = await useAll(store)
    const before = await store.findWebhook(id)
    assert.ok(before)
    const { name, url, tls, payloadTemplate, headers } = before
    const changed = headers.map(({ id, key, value }) => ({ id, key, value }))

    const after = await store.changeWebhook(
      id,
      { name, url, tls, payloadTemplate, headers: { deleted: [], changed, added: [] } },
      { now: NOW + 1 },
    )

    assert.deepEqual(after, before)
  })
})

describe('a stored secret that is damaged', () => {
  /** Swaps the stored URLs of the first two webhooks: each is genuine, but in the wrong place. */
  const swapUrls = (file: string) => {
    const db = new Database(file)
    const [one, two] = db.prepare<[], { url: string }>('SELECT url FROM webhooks ORDER BY id').all()
    const put = db.prepare('UPDATE webhooks SET url = ? WHERE id = ?')
    put.run(two?.url, 1)
    put.run(one?.url, 2)
    db.close()
    return { stored: two?.url }
  }
  const storedUrl = (file: string, id: number) => {
    const db = new Database(file, { readonly: true })
    const row = db.prepare<[number], { url: string }>('SELECT url FROM webhooks WHERE id = ?').get(id)
    db.close()
    return row?.url
  }
  const prepare = async () => {
    const file = newFile()
    const { store } = await openWith(file, KEY)
    for (const name of ['one', 'two', 'three']) {
      await store.createWebhook(newWebhook({ name, url: `https://${name}.example/` }), NOW)
    }
    await store.changeWebhook(2, { enabled: false }, { now: NOW })
    await store.acceptObservations([observation()], NOW)
    await store.close()
    const { stored } = swapUrls(file)
    return { file, stored, ...(await openWith(file, KEY)) }
  }

  it('disables its webhook with the reason, holds its deliveries, and touches no other', async () => {
    const { store, encryption } = await prepare()
    const [one, two, three] = await store.listWebhooks({})
    const claims = await claimAll(store, NOW)

    assert.deepEqual(encryption.disabledWebhookIds, [1])
    assert.equal(one?.enabled, false)
    assert.match(one.disabledReason ?? '', /damaged and cannot be decrypted: url\. Give that anew/)
    assert.equal(one.url, 'http://damaged.invalid/')
    assert.equal(two?.enabled, false)
    assert.equal(three?.url, 'https://three.example/')
    assert.deepEqual(
      claims.map(({ webhook }) => webhook.name),
      ['three'],
    )
  })

  it('is kept as it is when something else is changed, and does not let the webhook be enabled', async () => {
    const { store, file, stored } = await prepare()

    const renamed = await store.changeWebhook(1, { name: 'new' }, { now: NOW })
    await assert.rejects(store.changeWebhook(1, { enabled: true }, { now: NOW }), {
      code: 'conflict',
      message: /Webhook 1 cannot be enabled\. .*url/,
    })

    assert.equal(renamed.name, 'new')
    assert.equal((await store.findWebhook(1))?.enabled, false)
    assert.equal(storedUrl(file, 1), stored)
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

  it('may be cleared as well: signing secrets and TLS settings', async () => {
    const file = newFile()
    const { store } = await openWith(file, KEY)
    const tls = { ca: null, certificate: null, key: null, insecure: true }
    await store.createWebhook(newWebhook({ tls }), NOW)
    await store.rotateSigningSecret(1, { secret: 'whsec_x', overlapUntil: NOW, now: NOW })
    await store.close()
    const db = new Database(file)
    const broken = (column: string) =>
      `${column} = substr(${column}, 1, 30) || 'AAAA' || substr(${column}, 35)`
    db.exec(`UPDATE webhooks SET ${broken('tls')}, ${broken('signing_secrets')}`)
    db.close()
    const again = await openWith(file, KEY)
    const damaged = await again.store.findWebhook(1)

    await again.store.changeWebhook(1, { tls: null }, { now: NOW })
    await again.store.removeSigningSecrets(1, { now: NOW })
    const mended = await again.store.changeWebhook(1, { enabled: true }, { now: NOW })

    assert.match(damaged?.disabledReason ?? '', /tls, signing secrets/)
    assert.deepEqual([mended.enabled, mended.tls, mended.signingSecrets], [true, null, []])
  })
})
