import assert from 'node:assert/strict'
import { Errors } from 'typebox/schema'
import { liveEventSchema } from '../../../src/api/v1/overview/live-update.ts'
import { describeSchema, type Components, type JsonSchema } from '../../../src/api/openapi/openapi-schema.ts'

export interface LiveEvent {
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- data of any event
  readonly data: any
}

/** The events of a stream so far, its data parsed; throws an AssertionError if one is not as the document has it. */
export function readLiveEvents(text: string): readonly LiveEvent[] {
  const blocks = text.split('\n\n').slice(0, -1)
  return blocks.filter((block) => /^data:/m.test(block)).map(readEvent)
}

function readEvent(block: string): LiveEvent {
  const [, event = '', data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(block) ?? []
  const form = FORMS.find(({ properties }) => properties?.['event']?.['const'] === event)
  assert.ok(form, `no document has such an event: ${block}`)
  assertFits(form, { event, data }, block)
  const value: unknown = JSON.parse(data)
  assertFits(form.properties?.['data']?.['contentSchema'] as JsonSchema, value, block)
  return { event, data: value }
}

function assertFits(schema: JsonSchema, value: unknown, block: string): void {
  const [fits, errors] = Errors({ ...schema, components: COMPONENTS }, value)
  assert.ok(fits, `${JSON.stringify(errors)} ${block}`)
}

const COMPONENTS: Components = { schemas: {} }
describeSchema(liveEventSchema, COMPONENTS)
const FORMS = COMPONENTS.schemas['LiveEvent']?.['anyOf'] as readonly JsonSchema[]
