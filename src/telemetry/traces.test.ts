import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EventId, InstallationId } from '../domain/ids.ts'
import { traceOf } from './traces.ts'

describe('the name of a trace', () => {
  const name = (installation: string, event: number) =>
    traceOf(installation as InstallationId, event as EventId)

  it('follows from the event alone, as W3C Trace Context has it', () => {
    assert.deepEqual(name('561882c4cb61', 1), name('561882c4cb61', 1))
    assert.match(name('561882c4cb61', 1).traceId, /^[0-9a-f]{32}$/)
    assert.match(name('561882c4cb61', 1).spanId, /^[0-9a-f]{16}$/)
  })

  it('is another one for another event, and in another installation', () => {
    const names = [name('561882c4cb61', 1), name('561882c4cb61', 11), name('561882c4cb6', 11)]

    assert.equal(new Set(names.map(({ traceId }) => traceId)).size, 3)
    assert.equal(new Set(names.map(({ spanId }) => spanId)).size, 3)
  })
})
