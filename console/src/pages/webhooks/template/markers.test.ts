import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentTypeOf, findMarkers, isJsonType, openFilterAt, openMarkerAt } from './markers.ts'

const known = new Set(['AlertName', 'x.Emoji', 'CurrentValue', 'label.'])

describe('markers in a template', () => {
  it('are found with and without what stands behind a bar', () => {
    const text = '50% of %AlertName% %x.Emoji|slack|30% %Other% %CurrentValue%%AlertName%'
    assert.deepEqual(
      findMarkers(text, known).map(({ from, to }) => text.slice(from, to)),
      ['%AlertName%', '%x.Emoji|slack|30%', '%CurrentValue%', '%AlertName%'],
    )
  })

  it('are found by any name that a label may have', () => {
    const text = '100%of %label.team% %label.k8s.io/name|or:-% %label.größe 1|omit% %other.team% %x.team%'
    assert.deepEqual(
      findMarkers(text, known).map(({ name }) => name),
      ['label.team', 'label.k8s.io/name', 'label.größe 1'],
    )
    assert.equal(openMarkerAt('"%label.te', known), 1)
    assert.equal(openFilterAt('"%label.team|om'), 13)
  })

  it('are completed from a percent sign on, and not from the one that ends another', () => {
    assert.equal(openMarkerAt('{"a": "%Al', known), 7)
    assert.equal(openMarkerAt('{"a": "%', known), 7)
    assert.equal(openMarkerAt('%AlertName%', known), null)
    assert.equal(openMarkerAt('%AlertName%%x.', known), 11)
    assert.equal(openMarkerAt('100 of ', known), null)
  })
})

describe('what stands behind the bar of a marker', () => {
  it('is completed from the bar on', () => {
    assert.equal(openFilterAt('"%AlertName|'), 12)
    assert.equal(openFilterAt('"%AlertName|sl'), 12)
    assert.equal(openFilterAt('"%AlertName|slack|'), 18)
    assert.equal(openFilterAt('"%AlertName|slack|150|pr'), 22)
    assert.equal(openFilterAt('"%AlertName|pre:" on '), null)
    assert.equal(openFilterAt('"%AlertName|slack% | b'), null)
    assert.equal(openFilterAt('a | b'), null)
  })
})

describe('the content type of a webhook', () => {
  it('is what its header says, else JSON', () => {
    assert.equal(contentTypeOf([{ name: 'content-type', value: ' text/plain ' }]), 'text/plain')
    assert.equal(contentTypeOf([]), 'application/json')
    assert.ok(isJsonType('application/cloudevents+json; charset=utf-8'))
    assert.ok(!isJsonType('application/x-www-form-urlencoded'))
    assert.ok(!isJsonType('text/plain; about=application/json'))
  })
})
