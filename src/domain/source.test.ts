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
    [{ sources: [] }, 'sources: must be a list of names, each with its members'],
    [{ sources: { a: null } }, 'sources.a: must have members, at least `dialect`'],
    [{ sources: { A: {} } }, /^sources\.A: a name has lower-case letters/],
    [{ sources: { tcn_x: {} } }, /does not begin with tcn_$/],
    [{ sources: { a: {} } }, /^sources\.a\.dialect: must be one of prometheus, alertmanager/],
    [{ sources: { a: { dialect: 'nagois' } } }, /^sources\.a\.dialect: must be one of /],
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
  ] as const) {
    it(`refuses ${JSON.stringify(document)}`, () => {
      assert.throws(() => readSources(document), { message: mistake })
    })
  }

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
