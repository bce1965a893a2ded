import assert from 'node:assert/strict'
import { test } from 'node:test'

import { DEFAULT_TEMPLATES } from './default-templates.ts'
import { compileRequest } from '../template/render-request.ts'
import { defaultSample, SAMPLE_KINDS, sampleEvent } from '../template/sample-event.ts'
import { PAYLOAD_TYPES } from './webhook.ts'

const NOW = Date.parse('2026-09-14T03:12:40.117Z')

for (const payloadType of PAYLOAD_TYPES) {
  test(`the default template for ${payloadType} is JSON, has no warnings, and renders its sample`, () => {
    const payloadTemplate = DEFAULT_TEMPLATES[payloadType]
    const { render, warnings } = compileRequest(
      {
        url: 'https://x',
        method: 'POST',
        headers: [],
        payloadTemplate,
        payloadType,
      },
      { publicUrl: '' },
    )
    const event = sampleEvent(defaultSample(payloadType), NOW)
    const parsed = JSON.parse(render({ event, deliveryId: '7' }).body)

    assert.deepEqual(warnings, [])
    assert.deepEqual(Object.keys(parsed), Object.keys(JSON.parse(payloadTemplate)))
    assert.equal(parsed.delivery_id, '7')
    assert.equal(parsed.status, 'firing')
    assert.equal(
      event.kind === 'alert' ? parsed.alert.info : parsed.job.output,
      event.kind === 'alert' ? event.details.info : event.details.output,
    )
  })
}

test('samples are of the kind they are named for, and hold what breaks careless templates', () => {
  for (const kind of SAMPLE_KINDS) {
    const event = sampleEvent(kind, NOW)
    const text = event.kind === 'alert' ? event.details.info : event.details.output

    assert.equal(event.at, NOW)
    assert.match(text ?? '', /".*\n|\n.*"/)
    assert.equal(
      event.kind === 'alert' ? event.newState : event.status,
      {
        raised: 'high',
        acknowledged: 'high',
        cleared: 'cleared',
        job_success: 'success',
        job_failure: 'failure',
      }[kind],
    )
  }
})
