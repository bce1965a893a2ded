import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { observation } from '../../test/support/build.ts'
import type { AlertState, Observation } from '../domain/alert/alert.ts'
import { acceptInOrder } from './write-reports.ts'

function setup() {
  const batches: (readonly Observation[])[] = []
  const accept = async (given: readonly Observation[]) => {
    batches.push(given)
    return given.map(({ key }) => ({
      result: 'raised' as const,
      alertId: Number(key),
      eventId: null,
      deliveryCount: 0,
      notifiedNobody: false,
    }))
  }
  return { batches, accept }
}

const many = (stateOf: (index: number) => AlertState, given: Partial<Observation> = {}) =>
  Array.from({ length: 601 }, (_, index) => observation({ key: `${index}`, state: stateOf(index), ...given }))

describe('acceptInOrder', () => {
  it('takes in what is no variant as it comes', async () => {
    const { batches, accept } = setup()
    const observations = many((index) => (index % 2 === 0 ? 'cleared' : 'high'))

    const accepted = await acceptInOrder(accept, observations)

    assert.deepEqual(batches.flat(), observations)
    assert.deepEqual(
      accepted.map(({ alertId }) => alertId),
      [...observations.keys()],
    )
  })

  it('of alerts that may be one the worst come first, and each has its own answer', async () => {
    const { batches, accept } = setup()
    const observations = many((index) => (index % 2 === 0 ? 'cleared' : 'high'), { variant: 'v' })

    const accepted = await acceptInOrder(accept, observations)

    const states = batches.flat().map(({ state }) => state)
    assert.deepEqual(states, [...states].toSorted().toReversed())
    assert.deepEqual(
      accepted.map(({ alertId }) => alertId),
      [...observations.keys()],
    )
  })
})
