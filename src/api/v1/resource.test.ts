import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from '../routes/route.ts'
import { instantSchema, nullableText, nullableTime, resourceOf, within } from './resource.ts'

interface Pump {
  readonly pumpId: number
  readonly startedAt: number
  readonly stoppedAt: number | null
  readonly note?: string
  readonly remark?: string
  readonly size: { readonly depth: number }
}

const size = resourceOf<Pump['size']>()({ depth: Type.Integer() })

const pump = resourceOf<Pump>()(
  {
    pump_id: Type.Integer(),
    started_at: instantSchema('When it started.'),
    stopped_at: nullableTime('When it stopped.'),
    note: nullableText('A note.'),
    remark: Type.Optional(Type.String()),
    number: [Type.Integer(), 'pumpId'],
    is_deep: [Type.Boolean(), ({ size }) => size.depth > 10],
    ...within(({ size }: Pump) => size, size),
  },
  { title: 'Pump' },
)

describe('a resource', () => {
  it('shows properties by name, times as text, what is missing as null, and parts as its own', () => {
    const wire = pump.toWire({ pumpId: 7, startedAt: 0, stoppedAt: null, size: { depth: 12 } })

    assert.deepEqual(wire, {
      pump_id: 7,
      started_at: '1970-01-01T00:00:00.000Z',
      stopped_at: null,
      note: null,
      number: 7,
      is_deep: true,
      depth: 12,
    })
  })

  it('requires in its schema what is not optional', () => {
    const { required, title } = pump.schema as unknown as { required: string[]; title: string }

    assert.equal(title, 'Pump')
    assert.deepEqual(required.includes('remark'), false)
    assert.ok(['pump_id', 'stopped_at', 'depth'].every((name) => required.includes(name)))
  })

  it('does not compile with a member that shows what its schema does not allow', () => {
    // @ts-expect-error: there is no property `unknownName`.
    void resourceOf<Pump>()({ unknown_name: Type.Integer() }).schema
    // @ts-expect-error: a time is formatted only by the schema of a time.
    void resourceOf<Pump>()({ started_at: Type.String() }).schema
    // @ts-expect-error: the property is no text.
    void resourceOf<Pump>()({ name: [Type.String(), 'pumpId'] }).schema
    // @ts-expect-error: the function returns no text.
    void resourceOf<Pump>()({ name: [Type.String(), ({ pumpId }) => pumpId] }).schema
  })
})
