import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newWebhook, NOW } from '../../../test/support/build.ts'
import { AppError } from '../errors.ts'
import { applyChange } from '../webhook/apply-change.ts'
import type { Webhook } from '../webhook/webhook.ts'
import type { WebhookEdit } from '../webhook/webhook-edit.ts'
import { validateEdit } from './validate-edit.ts'
import { mergeTls } from './masked-values.ts'

const CURRENT: Webhook = {
  ...newWebhook({ url: 'https://user:password@hooks.example.com/' }),
  id: 7,
  headers: [
    { id: 1, key: 'Authorization', value: 'Bearer secret' },
    { id: 2, key: 'X-Team', value: 'dba' },
    { id: 3, key: 'Content-Type', value: 'text/plain' },
  ],
  signingSecrets: [],
  disabledReason: null,
  revision: 4,
  createdAt: NOW,
  updatedAt: NOW,
  routedSince: NOW,
  matchOwner: null,
}
const SHOWN_URL = 'https://***@hooks.example.com/'

function mistakesIn(edit: WebhookEdit): readonly string[] {
  try {
    validateEdit(CURRENT, edit)
    return []
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_request')
    return error.issues.map(({ path, message }) => `${path}: ${message}`)
  }
}

describe('an edit of a webhook', () => {
  it('is refused with every mistake: what could not be read, the members, then the headers and their list', () => {
    const edit: WebhookEdit = {
      unread: [{ path: 'rate_limit', message: 'cannot be read' }],
      name: '',
      timeoutMs: 1,
      tls: { ca: 'no certificate' },
      headers: {
        deleted: [9],
        changed: [{ id: 2, key: 'Content-Type' }, { id: 2 }],
        added: [{ key: 'Host', value: 'a\nb' }],
      },
    }

    const paths = mistakesIn(edit).map((mistake) => mistake.split(':')[0])

    assert.deepEqual(paths, [
      'rate_limit',
      'name',
      'timeout',
      'tls.ca_certificates',
      'http_headers.deleted[0].http_header_id',
      'http_headers.changed[1].http_header_id',
      'http_headers.added[0].http_header_key',
      'http_headers.added[0].http_header_value',
    ])
    assert.deepEqual(
      mistakesIn({ headers: { deleted: [], changed: [{ id: 2, key: 'content-type' }], added: [] } }),
      [
        'http_headers: must have one Content-Type at most, for it decides how values are escaped; there would be 2',
      ],
    )
  })

  it('names the entries of a whole list of headers by their places in it', () => {
    const list = [
      { key: 'X-New', value: 'a\nb' },
      { id: 2, key: '', value: 'x' },
      { id: 9, key: 'X', value: 'y' },
      { key: '', value: '' },
    ]

    const paths = mistakesIn({ headers: { list } }).map((mistake) => mistake.split(':')[0])

    assert.deepEqual(paths, [
      'http_headers[2].http_header_id',
      'http_headers[1].http_header_key',
      'http_headers[0].http_header_value',
      'http_headers[3].http_header_key',
    ])
  })

  it('may say again what a masked reader was shown: that is left alone', () => {
    const list = CURRENT.headers.map(({ id, key }) => ({ id, key, value: '***' }))

    const change = validateEdit(CURRENT, { isMasked: true, url: SHOWN_URL, headers: { list } })

    assert.deepEqual(applyChange(CURRENT, change), CURRENT)
    assert.equal(change.url, undefined)
    assert.deepEqual(
      change.headers?.changed.map(({ value }) => value),
      [undefined, undefined, undefined],
    )
  })

  it('is refused before all else where there is nothing that a hidden value could stand for', () => {
    const list = [
      { key: 'X-New', value: '***' },
      { id: 2, key: 'X-Other', value: '***' },
      { id: 9, key: 'X', value: '***' },
    ]
    const edit: WebhookEdit = {
      isMasked: true,
      name: '',
      url: 'https://***@elsewhere.example/',
      headers: { list },
      tls: { key: '***' },
    }

    const paths = mistakesIn(edit).map((mistake) => mistake.split(':')[0])

    assert.deepEqual(paths, [
      'url',
      'http_headers[0].http_header_value',
      'http_headers[1].http_header_value',
      'tls.client_key',
    ])
  })

  it('means three asterisks where its writer reads without a mask', () => {
    const changed = [{ id: 1, value: '***' }]

    const change = validateEdit(CURRENT, { url: SHOWN_URL, headers: { deleted: [], changed, added: [] } })

    const { url, headers } = applyChange(CURRENT, change)
    assert.deepEqual([url, headers[0]?.value], [SHOWN_URL, '***'])
  })

  it('is refused for its address only if that is another one, and can be used otherwise', () => {
    const targetRefusal = 'is a private address'

    assert.deepEqual(mistakesIn({ url: CURRENT.url, enabled: false, targetRefusal }), [])
    assert.deepEqual(mistakesIn({ isMasked: true, url: SHOWN_URL, enabled: false, targetRefusal }), [])
    assert.deepEqual(mistakesIn({ url: 'https://other.example/', targetRefusal }), [
      'url: is a private address',
    ])
    assert.deepEqual(mistakesIn({ url: 'https:///', targetRefusal }), ['url: must name a host after //'])
  })

  describe('and the mode', () => {
    const END = { method: 'PUT', url: 'https://user:password@close.example.com/', payloadTemplate: '' }
    const SHOWN_END = { ...END, url: 'https://***@close.example.com/' }
    const CURRENT_STATE: Webhook = {
      ...CURRENT,
      mode: 'current_state',
      missedAlerts: 'notify',
      clearRequest: END,
    }
    const NONE = { low: false, medium: false, high: false }
    const mistakesOf = (current: Webhook, edit: WebhookEdit): readonly string[] => {
      try {
        validateEdit(current, edit)
        return []
      } catch (error) {
        assert.ok(error instanceof AppError)
        return error.issues.map(({ path }) => path)
      }
    }

    for (const [what, current, edit, paths] of [
      ['to present', CURRENT, { mode: 'current_state', clearRequest: END, missedAlerts: 'notify' }, []],
      [
        'to changes, with all that needs it gone',
        CURRENT_STATE,
        { mode: 'every_change', clearRequest: null, missedAlerts: 'skip' },
        [],
      ],
      [
        'to changes, with what would vanish unseen',
        CURRENT_STATE,
        { mode: 'every_change' },
        ['missed_alerts', 'clear_request'],
      ],
      ['of the payload type, without the mode', CURRENT_STATE, { payloadType: 'JOB' }, ['mode']],
      ['to cleared only, without the mode', CURRENT_STATE, { alertFlags: NONE }, ['mode']],
      ['of the name alone', CURRENT_STATE, { name: 'new' }, []],
      [
        'of what does not fit since before, in something else',
        { ...CURRENT_STATE, payloadType: 'JOB' },
        { name: 'n' },
        [],
      ],
      [
        'with an end that is wrong in every part',
        CURRENT,
        { mode: 'current_state', clearRequest: { method: '', url: 'x', payloadTemplate: '\0' } },
        ['clear_request.method', 'clear_request.url', 'clear_request.payload_template'],
      ],
      [
        'to an address of an end that is forbidden',
        CURRENT_STATE,
        { clearRequest: { ...END, url: 'http://10.0.0.1/' }, clearTargetRefusal: 'is private' },
        ['clear_request.url'],
      ],
      [
        'with the same address of an end, which has become forbidden',
        CURRENT_STATE,
        { clearRequest: { ...END, method: 'POST' }, clearTargetRefusal: 'is private' },
        [],
      ],
      [
        'with a hidden address where there is none',
        CURRENT,
        { mode: 'current_state', clearRequest: SHOWN_END, isMasked: true },
        ['clear_request.url'],
      ],
    ] as const satisfies readonly (readonly [string, Webhook, WebhookEdit, readonly string[]])[]) {
      it(`${what}: ${paths.length === 0 ? 'is done' : `is refused for ${paths.join(', ')}`}`, () => {
        assert.deepEqual(mistakesOf(current, edit), paths)
      })
    }

    it('keeps the address of the end that comes back as it was shown', () => {
      const edit = { clearRequest: { ...SHOWN_END, method: 'POST' }, isMasked: true }

      assert.deepEqual(validateEdit(CURRENT_STATE, edit).clearRequest, { ...END, method: 'POST' })
    })

    it('gives way to a writer who knows of none', () => {
      for (const edit of [{ payloadType: 'JOB' }, { alertFlags: NONE }] as const) {
        const after = applyChange(CURRENT_STATE, validateEdit(CURRENT_STATE, { ...edit, modeGivesWay: true }))
        assert.deepEqual([after.mode, after.missedAlerts, after.clearRequest], ['every_change', 'skip', null])
      }
      const kept = applyChange(
        CURRENT_STATE,
        validateEdit(CURRENT_STATE, { name: 'new', modeGivesWay: true }),
      )
      assert.deepEqual(kept, { ...CURRENT_STATE, name: 'new' })
    })
  })

  it('of TLS settings keeps what it does not name, and a key that comes back hidden', () => {
    const tls = { ca: null, certificate: null, key: 'a key', insecure: true }
    const insecure = { ca: null, certificate: null, key: null, insecure: true }

    assert.deepEqual(mergeTls(tls, { key: '***', insecure: false }), { ...tls, insecure: false })
    assert.deepEqual(mergeTls(insecure, {}), insecure)
    assert.deepEqual(mergeTls(null, { insecure: true }), insecure)
    assert.equal(mergeTls(tls, { key: null, insecure: false }), null)
    assert.equal(mergeTls(tls, null), null)
    assert.equal(mergeTls(tls, undefined), undefined)
  })
})
