import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { alertEvent } from '../../../test/support/build.ts'
import { findMatchIssues } from '../../domain/matching/match-rules.ts'
import { compileMatch, meetsAlone } from '../../domain/matching/compile-match.ts'
import {
  hasSameMatchers,
  postedId,
  readPostedSilence,
  readSilenceId,
  toAlertmanagerId,
  toAlertmanagerMatchers,
  toMatch,
} from './alertmanager-silence.ts'

const matcher = (
  name: string,
  value: string,
  [isRegex, isEqual]: readonly [boolean, boolean] = [false, true],
) => ({
  name,
  value,
  isRegex,
  isEqual,
})

function compared(match: string) {
  return compileMatch(match).groups.map((group) =>
    group.map(({ field, operator, value }) => [field, operator, value]),
  )
}

const POSTED = {
  matchers: [matcher('alertname', 'Lag')],
  startsAt: '2026-09-14T03:00:00.000Z',
  endsAt: '2026-09-14T05:00:00+01:00',
  createdBy: 'ada',
  comment: 'patching',
}

describe('matchers of Alertmanager', () => {
  const rows: readonly (readonly [match: string, matchers: ReturnType<typeof toAlertmanagerMatchers>])[] = [
    ['name="Lag"', [matcher('alertname', 'Lag')]],
    [
      'name=~"Lag.*", label.job!="pg"',
      [matcher('alertname', 'Lag.*', [true, true]), matcher('job', 'pg', [false, false])],
    ],
    ['label.job!~"a|b"', [matcher('job', 'a|b', [true, false])]],
    ['label.severity="critical"', [matcher('severity', 'critical')]],
    ['"label.a b"="say \\"x\\""', [matcher('a b', 'say "x"')]],
    ['"label.größe"="\\\\d+"', [matcher('größe', '\\d+')]],
  ]
  for (const [match, matchers] of rows) {
    it(`${JSON.stringify(matchers.map(({ name, value }) => [name, value]))} are ${match}`, () => {
      assert.equal(toMatch(matchers), match)
      assert.deepEqual(toAlertmanagerMatchers(match), matchers)
      assert.deepEqual(findMatchIssues(match), [])
    })
  }

  it('are equal where isEqual is missing, as before release 0.22', () => {
    assert.equal(toMatch([{ name: 'job', value: 'pg', isRegex: false }]), 'label.job="pg"')
  })

  it('show fields by their names, and groups as one text', () => {
    assert.deepEqual(toAlertmanagerMatchers('server="db-1"'), [matcher('tocsin.server', 'db-1')])
    const text = 'server="db-1" or label.team="dba"'
    assert.deepEqual(toAlertmanagerMatchers(text), [matcher('tocsin.match', text)])
  })

  it('are read back as they were shown, whatever they compare', () => {
    for (const match of [
      'server="db-1", label.server="db-2"',
      'label.alertname="x", name="y"',
      '"label.tocsin.server"="x"',
      'annotation.team=~"a|b", severity!="low"',
      'server="db-1" or label.team="dba"',
    ]) {
      const back = toMatch(toAlertmanagerMatchers(match))
      assert.deepEqual(toAlertmanagerMatchers(back), toAlertmanagerMatchers(match))
      assert.deepEqual(compared(back), compared(match))
    }
  })

  it('meet exactly the alerts with that label, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 40 }), (name, value) => {
        const match = toMatch([matcher(name, value)])
        assert.deepEqual(toAlertmanagerMatchers(match), [matcher(name, value)])
        if (name === 'alertname' || name === '__proto__' || name.startsWith('tocsin.')) return
        const event = (labels: Record<string, string>) => alertEvent({ details: { labels } })
        assert.equal(meetsAlone(match, event({ [name]: value })), true)
        assert.equal(meetsAlone(match, event({ [name]: `${value}x` })), false)
      }),
    )
  })

  it('are the same whichever way a silence has written them', () => {
    const posted = { match: toMatch([matcher('tocsin.server', 'db-1')]) }
    assert.equal(hasSameMatchers({ match: 'server = db-1' }, posted), true)
    assert.equal(hasSameMatchers({ match: 'server="db-2"' }, posted), false)
  })
})

describe('a silence as Alertmanager posts it', () => {
  it('is read', () => {
    assert.deepEqual(readPostedSilence({ ...POSTED, annotations: {} }), {
      id: '',
      match: 'name="Lag"',
      startsAt: Date.parse(POSTED.startsAt),
      endsAt: Date.parse(POSTED.endsAt),
      createdBy: 'ada',
      reason: 'patching',
    })
  })

  const mistakes: readonly (readonly [given: unknown, message: RegExp])[] = [
    [[], /the body must be an object/],
    [{}, /matchers: is required.*startsAt: is required.*comment: is required/],
    [{ ...POSTED, matchers: [] }, /matchers: must not be empty/],
    [{ ...POSTED, startsAt: 'now', endsAt: 'later' }, /startsAt: must be a time.*endsAt: must be a time/],
    [{ ...POSTED, matchers: [matcher('a', '')] }, /matchers: would silence every alert/],
    [
      { ...POSTED, matchers: [matcher('tocsin.match', 'server="" or name="y"')] },
      /matchers: would silence every/,
    ],
    [
      { ...POSTED, matchers: [matcher('tocsin.sever', 'x')] },
      /match: has a mistake.*there is no field sever/,
    ],
    [{ ...POSTED, matchers: [matcher('a', '.*', [true, true])] }, /matchers: would silence every alert/],
    [
      { ...POSTED, createdBy: 'x\u202eevil\nline' },
      /^createdBy: must not have control characters, line ends/,
    ],
  ]
  it('is taken if it only excludes something', () => {
    const negative = matcher('severity', 'critical', [false, false])
    assert.equal(readPostedSilence({ ...POSTED, matchers: [negative] }).match, 'label.severity!="critical"')
  })

  for (const [given, message] of mistakes) {
    it(`is refused: ${message.source}`, () => {
      assert.throws(() => readPostedSilence(given), { code: 'invalid_request', message })
    })
  }
})

describe('the id of a silence in Alertmanager', () => {
  it('has the form of a UUID, and is read in both forms', () => {
    assert.equal(toAlertmanagerId(42), '00000000-0000-4000-8000-000000000042')
    for (const id of [1, 42, 999_999]) {
      assert.equal(readSilenceId(toAlertmanagerId(id)), id)
      assert.equal(readSilenceId(String(id)), id)
    }
  })

  for (const text of ['', '0', 'x', 'a3b1c2d4-0000-4000-8000-000000000042', '1e3', '-1']) {
    it(`is none: ${JSON.stringify(text)}`, () => {
      assert.throws(() => readSilenceId(text), { code: 'not_found' })
    })
  }
})

it('a silence that is posted again as it is shown is taken, also with matchers that would be refused now', () => {
  const stored = { match: 'severity="critical"' }
  const body = {
    id: toAlertmanagerId(3),
    matchers: toAlertmanagerMatchers(stored.match),
    startsAt: '2026-09-14T03:00:00Z',
    endsAt: '2026-09-14T04:00:00Z',
    createdBy: 'ada',
    comment: 'longer',
  }
  assert.equal(postedId(body), 3)
  assert.equal(postedId({ ...body, id: 'x' }), undefined)
  assert.equal(readPostedSilence(body, stored).match, stored.match)
  assert.throws(() => readPostedSilence(body), /severity/)
  assert.throws(() => readPostedSilence(body, { match: 'severity="urgent"' }), /severity/)
})
