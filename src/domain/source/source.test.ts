import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DEFAULT_SOURCES, readSources } from './source.ts'

const named = (name: string, sources: ReturnType<typeof readSources>) =>
  sources.find((source) => source.name === name)

describe('readSources', () => {
  it('has each dialect under its own name without a file', () => {
    for (const document of [undefined, null, {}, { sources: {} }]) {
      assert.deepEqual(readSources(document), DEFAULT_SOURCES)
    }
  })

  it('reads what a file says, beside the others', () => {
    const sources = readSources({
      sources: {
        orders: {
          dialect: 'alertmanager',
          severity: { high: ['sev1', 1], otherwise: 'low' },
          ignore_labels: ['replica'],
        },
      },
    })

    assert.equal(sources.length, DEFAULT_SOURCES.length + 1)
    assert.deepEqual(named('orders', sources), {
      name: 'orders',
      dialect: 'alertmanager',
      severity: { words: { high: ['sev1', '1'] }, otherwise: 'low' },
      ignoreLabels: ['replica'],
    })
  })

  it('lets a file say what is special about a name that is there anyway', () => {
    const sources = readSources({ sources: { prometheus: { dialect: 'prometheus', ignore_labels: ['a'] } } })

    assert.equal(sources.length, DEFAULT_SOURCES.length)
    assert.deepEqual(named('prometheus', sources)?.ignoreLabels, ['a'])
  })

  for (const [document, mistake] of [
    [[], 'must have `sources:` at its top'],
    ['text', 'must have `sources:` at its top'],
    [{ source: {} }, 'source: is not known here; there is only `sources`'],
    [{ sources: [] }, /^sources: must have the names of sources, each followed by a colon/],
    [{ sources: { a: null } }, 'sources.a: must have members, at least `dialect`'],
    [{ sources: { A: {} } }, /^sources\.A: a name has lower-case letters/],
    [{ sources: { tcn_x: {} } }, /does not begin with tcn_$/],
    [{ sources: { a: {} } }, /^sources\.a\.dialect: is missing; it must be one of prometheus, alertmanager/],
    [{ sources: { a: { dialect: 'nagois' } } }, /^sources\.a\.dialect: is "nagois", but must be one of /],
    [
      { sources: { a: { dialect: 'prometheus', colour: 1 } } },
      /^sources\.a\.colour: is not known; known are /,
    ],
    [
      { sources: { a: { dialect: 'prometheus', severity: ['x'] } } },
      /^sources\.a\.severity: must have lists of words/,
    ],
    [
      { sources: { a: { dialect: 'prometheus', severity: { worst: ['x'] } } } },
      'sources.a.severity.worst: is not known; known are high, medium, low, otherwise',
    ],
    [
      { sources: { a: { dialect: 'prometheus', severity: { high: 'x' } } } },
      'sources.a.severity.high: must be a list of texts, 100 at most',
    ],
    [
      { sources: { a: { dialect: 'prometheus', severity: { otherwise: 'cleared' } } } },
      'sources.a.severity.otherwise: must be high, medium or low',
    ],
    [
      { sources: { a: { dialect: 'prometheus', ignore_labels: ['', 'b'] } } },
      'sources.a.ignore_labels: must be a list of texts, 100 at most',
    ],
    [
      { sources: { a: { dialect: 'prometheus', on_expiry: true } } },
      'sources.a.on_expiry: is true, but must be clear (what is not reported any more ends) or keep (it stays raised until its monitor ends it)',
    ],
    [
      { sources: { a: { dialect: 'prometheus', expires_after: '2d' } } },
      'sources.a.expires_after: must be a duration such as 90s, 30m or 12h, at most 1d',
    ],
    [
      { sources: { a: { dialect: 'zabbix', expires_after: '1h' } } },
      /^sources\.a\.expires_after: is not known; known are /,
    ],
    [
      { sources: { a: { dialect: 'prometheus', on_silence: 'keep' } } },
      'sources.a.on_silence: is called on_expiry',
    ],
    [
      { sources: { tocsin: { dialect: 'zabbix' } } },
      'sources.tocsin: must not be tocsin, the name of what Tocsin itself reports; give the sender another name',
    ],
    [
      { sources: { grafana: { dialect: 'zabbix' } } },
      'sources.grafana: this name is taken, for the dialect grafana; give the source of the dialect zabbix another one',
    ],
    [
      { sources: { a: { dialect: 'alertmanager', signature: { secret: 'x' } } } },
      'sources.a.signature: is for grafana only, whose way of signing is known; leave it out',
    ],
    [
      { sources: { a: { dialect: 'zabbix', ignore_labels: ['severity'] } } },
      'sources.a.ignore_labels: is for prometheus, alertmanager, grafana only, whose alerts are known by their labels; leave it out',
    ],
    [
      { sources: { a: { dialect: 'zabbix', severity: { high: ['3', 'Average'], low: ['average '] } } } },
      'sources.a.severity.low: "average " stands under high as well; keep one of the two',
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(document)}`, () => {
      assert.throws(() => readSources(document), { message: mistake })
    })
  }

  it('knows how what Grafana sends must be signed', () => {
    const signature = { secret: 's3cret', timestamp_header: 'X-Time' }
    const sources = readSources({ sources: { grafana: { dialect: 'grafana', signature } } })

    assert.deepEqual(named('grafana', sources)?.signature, {
      secret: 's3cret',
      header: 'X-Grafana-Alerting-Signature',
      timestampHeader: 'X-Time',
    })
    assert.equal(named('grafana', DEFAULT_SOURCES)?.signature, undefined)
  })

  it('names all mistakes at once', () => {
    const document = { sources: { a: { dialect: 'x' }, B: {}, c: { dialect: 'prometheus', d: 1 } } }

    assert.throws(
      () => readSources(document),
      ({ message }: Error) => message.split('\n').length === 3,
    )
  })

  it('has a source of any JSON only where a file says where in it everything lies', () => {
    const fields = { key: 'id', name: 'title' }
    const sources = readSources({
      sources: { monpg: { dialect: 'json', fields }, plain: { dialect: 'pgdash' } },
    })

    assert.ok(!DEFAULT_SOURCES.some(({ dialect }) => dialect === 'json'))
    assert.equal(named('monpg', sources)?.mapping?.kind, 'alert')
    assert.equal(named('plain', sources)?.mapping, undefined)
  })

  it('names every mistake of every source at once', () => {
    const sources = {
      a: { dialect: 'json', fields: { key: 'a b' }, colour: 'red' },
      b: { dialect: 'datadog', fields: {} },
    }
    assert.throws(
      () => readSources({ sources }),
      ({ message }: Error) => {
        assert.deepEqual(
          message.split('\n').map((line) => line.split(':')[0]),
          ['sources.a.colour', 'sources.a.fields.key', 'sources.a.fields.name', 'sources.b.fields'],
        )
        return true
      },
    )
  })
})

describe('sources that are asked', () => {
  const read = (members: object) =>
    named('nightly', readSources({ sources: { nightly: { dialect: 'pg_cron', ...members } } }))?.database

  it('know their database, and look every 15 seconds', () => {
    assert.deepEqual(read({ database: 'postgres://reader:x@db-1/post%20gres' }), {
      url: 'postgres://reader:x@db-1/post%20gres',
      host: 'db-1',
      port: '5432',
      database: 'post gres',
      serverName: 'db-1',
      everyMs: 15_000,
      channel: 'tocsin',
    })
    const own = read({ database: 'postgres://db-1:5433/a', every: '1h', server_name: 'Orders' })
    assert.deepEqual([own?.port, own?.everyMs, own?.serverName], ['5433', 3600_000, 'Orders'])
  })

  for (const [members, mistake] of [
    [{}, /^sources\.nightly\.database: must be an address such as postgres:/],
    [{ database: 'mysql://a/b' }, /^sources\.nightly\.database: is not an address such as postgres:/],
    [{ database: 'postgres://db-1' }, /^sources\.nightly\.database: names no database/],
    [
      { database: 'postgres://a/b', every: '500ms' },
      /^sources\.nightly\.every: must be a duration from 1s to 1h/,
    ],
    [{ database: 'postgres://a/b', every: '0s' }, /^sources\.nightly\.every: must be/],
    [{ database: 'postgres://a/b', every: '2h' }, /^sources\.nightly\.every: must be/],
    [{ database: 'postgres://a/b', server_name: '' }, /^sources\.nightly\.server_name: must be a text/],
    [
      { database: 'postgres://a/b', channel: 'x' },
      /^sources\.nightly\.channel: is not known; known are dialect, database, every, server_name$/,
    ],
    [
      { dialect: 'pg_notify', database: 'postgres://a/b', channel: 'ä'.repeat(32) },
      /^sources\.nightly\.channel: must be a text of 1 to 63 bytes/,
    ],
    [
      { dialect: 'pg_notify', database: 'postgres://a/b', every: '1s' },
      /^sources\.nightly\.every: is not known/,
    ],
  ] as const) {
    it(`refuse ${JSON.stringify(members)}`, () => {
      assert.throws(() => read(members), { message: mistake })
    })
  }

  it('cannot have the name of what is pushed', () => {
    const document = { sources: { prometheus: { dialect: 'pgagent', database: 'postgres://a/b' } } }
    assert.throws(
      () => readSources(document),
      /this name is taken, .* give the source of the dialect pgagent another/,
    )
  })
})
