import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertEvent, jobRunEvent, SITE } from '../../../test/support/build.ts'
import type { AlertDetails } from '../alert/alert.ts'
import type { Event } from '../alert/event.ts'
import { markerValues } from './markers.ts'

function valuesOf(event: Event): (name: string) => string {
  return markerValues({ event, deliveryId: '88', ...SITE })
}

test('object, server and database are said with as much as is known of them, and nothing twice', () => {
  const saying = (details: AlertDetails) =>
    ['x.Object', 'x.Server', 'x.Database'].map(valuesOf(alertEvent({ details })))
  const server = { serverName: 'db-1', serverAddress: '192.0.2.7', serverPort: '5432' }

  assert.deepEqual(saying({}), ['', '', ''])
  assert.deepEqual(saying({ objectType: 'table', objectName: 'o' }), ['table o', '', ''])
  assert.deepEqual(saying({ objectType: 'table' }), ['table', '', ''])
  assert.deepEqual(saying(server), ['db-1', 'db-1 192.0.2.7:5432', ''])
  assert.deepEqual(saying({ ...server, serverName: '192.0.2.7' })[1], '192.0.2.7:5432')
  assert.deepEqual(saying({ ...server, serverAddress: '', serverPort: '5433' })[1], 'db-1:5433')
  assert.deepEqual(
    saying({ ...server, serverName: '', serverAddress: '2001:db8::7' })[1],
    '[2001:db8::7]:5432',
  )
  assert.deepEqual(saying({ serverAddress: '2001:db8::7' })[1], '2001:db8::7')
  assert.deepEqual(saying({ serverPort: '5432' })[1], '')
  assert.deepEqual(saying({ database: 'd', databaseObject: 'o' })[2], 'd.o')
  assert.equal(valuesOf(jobRunEvent({ details: { database: 'd' } }))('x.Database'), 'd')
})

test('the summary of a rule is said where the details are another text', () => {
  const summaryOf = (details: AlertDetails) => valuesOf(alertEvent({ details }))('x.Summary')

  assert.equal(summaryOf({ annotations: { summary: 's', description: 'd' } }), 's')
  assert.equal(summaryOf({ annotations: { summary: 's' }, info: 's' }), '')
  assert.equal(summaryOf({ annotations: { summary: 's' } }), '')
  assert.equal(summaryOf({ annotations: { description: 'd' } }), '')
})

test('an object without a name is the server, else the agent', () => {
  const nameOf = (details: AlertDetails) => valuesOf(alertEvent({ details }))('ObjectName')

  assert.equal(nameOf({ objectName: 'o', serverName: 's', agentName: 'a' }), 'o')
  assert.equal(nameOf({ objectName: '', serverName: 's', agentName: 'a' }), 's')
  assert.equal(nameOf({ agentName: 'a' }), 'a')
})
