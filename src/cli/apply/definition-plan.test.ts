import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Definition, StoredWebhook } from '../definitions/definition.ts'
import { planDefinitions, type PlanOptions, type Step } from './definition-plan.ts'
import type { JsonObject } from '../../domain/json-object.ts'

const define = (name: string, members: JsonObject = {}): Definition => ({ name, members })
const there = (id: number, name: string, members: JsonObject = {}): StoredWebhook => ({
  id,
  name,
  revision: 1,
  members,
  isSigned: false,
  disabledReason: '',
})
const plan = (
  wanted: readonly Definition[],
  stored: readonly StoredWebhook[],
  options: Partial<PlanOptions> = {},
) => planDefinitions(wanted, stored, { prune: false, isSignedWith: () => false, ...options })
const inShort = (step: Step) =>
  `${step.kind} ${step.kind === 'refuse' ? step.name : step.kind === 'delete' ? step.stored.name : step.definition.name}`
const sentences = (steps: readonly Step[]) =>
  steps.flatMap((step) =>
    step.kind === 'refuse' ? step.issues.map(({ path, message }) => `${path} ${message}`) : [],
  )

describe('planDefinitions', () => {
  it('makes what is not there, changes what is other, keeps the rest, and passes by what nobody named', () => {
    const steps = plan(
      [define('new'), define('other', { enabled: false }), define('same', { enabled: true })],
      [there(1, 'same', { enabled: true }), there(2, 'other', { enabled: true }), there(3, 'left')],
    )

    assert.deepEqual(steps.map(inShort), ['create new', 'change other', 'keep same'])
  })

  it('deletes what no definition names when it is to prune, and never what it could not tell apart', () => {
    const steps = plan([define('a')], [there(1, 'a'), there(2, 'a'), there(3, 'left')], { prune: true })

    assert.deepEqual(steps.map(inShort), ['refuse a', 'delete left'])
  })

  it('touches none of several that have the name', () => {
    assert.deepEqual(sentences(plan([define('a')], [there(1, 'a'), there(4, 'a')])), [
      'name 2 webhooks of the service have this name (ids 1, 4), and a definition is found by it; rename all but one',
    ])
  })

  it('a name with other letters is another name', () => {
    assert.deepEqual(plan([define('A')], [there(1, 'a')]).map(inShort), ['create A'])
  })

  for (const { fallback, says } of [
    { fallback: 'nobody', says: 'fallback is "nobody", but there is no webhook of this name' },
    { fallback: 'a', says: 'fallback must be another webhook than this one' },
    { fallback: 7, says: 'fallback must be the name of a webhook, or null' },
    {
      fallback: 'twice',
      says: 'fallback is "twice", and 2 webhooks of the service have this name (ids 8, 9), and a definition is found by it; rename all but one',
    },
  ]) {
    it(`refuses the fallback ${fallback}`, () => {
      const stored = [there(8, 'twice'), there(9, 'twice')]

      assert.deepEqual(sentences(plan([define('a', { fallback })], stored)), [says])
    })
  }

  it('a fallback may be defined beside it, or be there, or be defined wrongly', () => {
    const wanted = ['b', 'there', 'wrong'].map((fallback) => define(`of ${fallback}`, { fallback }))
    const steps = plan([...wanted, define('b')], [there(1, 'there')], { alsoNamed: ['wrong'] })

    assert.deepEqual(sentences(steps), [])
  })

  it('does not make a webhook of which the other server hides a part; one that is there keeps it', () => {
    const hidden = { isUrl: true, headers: ['Authorization'] }
    const definitions = [
      { ...define('a'), hidden },
      { ...define('b'), hidden },
    ]
    const steps = plan(definitions, [there(1, 'b')])

    assert.deepEqual(steps.map(inShort), ['refuse a', 'keep b'])
    assert.match(
      sentences(steps).join('\n'),
      /^url is hidden .* entered again.*\nheader Authorization is hidden /,
    )
  })

  for (const { response, kind } of [
    { response: true, kind: 'keep' },
    { response: false, kind: 'change' },
    { response: 'unknown', kind: 'keep' },
  ] as const) {
    it(`the signing secret is the one of the service: ${response}, so ${kind}`, () => {
      const [step] = plan([{ ...define('a'), signingSecret: 'whsec_x' }], [there(1, 'a')], {
        isSignedWith: () => response,
      })

      assert.equal(step?.kind, kind)
      if (step?.kind === 'keep')
        assert.deepEqual(step.uncompared, response === 'unknown' ? ['signing_secret'] : [])
      if (step?.kind === 'change') assert.equal(step.signs, true)
    })
  }
})
