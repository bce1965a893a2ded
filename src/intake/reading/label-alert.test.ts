import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detailsFromLabels, splitInstance } from './label-alert.ts'

describe('detailsFromLabels', () => {
  it('finds object, server, database, schema, table, agent and values', () => {
    const labels = {
      alertname: 'Bloat',
      instance: 'pg-orders-2.example.com:9187',
      job: 'postgres',
      datname: 'orders',
      schemaname: 'public',
      relname: 'invoice_line',
    }
    const annotations = { value: '412', threshold: '60', description: 'a "quoted"\nline', summary: 'short' }

    assert.deepEqual(detailsFromLabels(labels, annotations), {
      objectType: 'server',
      objectName: 'pg-orders-2.example.com:9187',
      serverName: 'pg-orders-2.example.com',
      serverAddress: 'pg-orders-2.example.com',
      serverPort: '9187',
      database: 'orders',
      schema: 'public',
      databaseObject: 'invoice_line',
      agentName: 'postgres',
      currentValue: '412',
      thresholdValue: '60',
      info: 'a "quoted"\nline',
      labels,
      annotations,
    })
  })

  it('takes the second choice where the first is missing or empty', () => {
    const labels = { instance: '', service_name: 'orders-db', database: 'orders', table: 'invoice' }
    const { objectName, serverName, serverAddress, database, databaseObject, info } = detailsFromLabels(
      labels,
      {
        summary: 'short',
      },
    )

    assert.deepEqual(
      { objectName, serverName, serverAddress, database, databaseObject, info },
      {
        objectName: 'orders-db',
        serverName: 'orders-db',
        serverAddress: undefined,
        database: 'orders',
        databaseObject: 'invoice',
        info: 'short',
      },
    )
  })

  it('prefers the name of the server to the host of its exporter', () => {
    const { objectName, serverName, serverAddress } = detailsFromLabels(
      { instance: '10.20.4.11:9187', server: 'pg-ledger-1' },
      {},
    )

    assert.deepEqual(
      [objectName, serverName, serverAddress],
      ['10.20.4.11:9187', 'pg-ledger-1', '10.20.4.11'],
    )
  })

  it('invents nothing', () => {
    assert.deepEqual(detailsFromLabels({ alertname: 'x', constructor: 'y' }, {}), {
      labels: { alertname: 'x', constructor: 'y' },
      annotations: {},
    })
  })
})

describe('splitInstance', () => {
  for (const [instance, host, port] of [
    ['pg-1:5432', 'pg-1', '5432'],
    ['10.0.0.1:9187', '10.0.0.1', '9187'],
    ['[2001:db8::7]:9187', '2001:db8::7', '9187'],
    ['[fe80::1%eth0]:9187', 'fe80::1%eth0', '9187'],
    ['2001:db8::7', '2001:db8::7', undefined],
    ['[2001:db8::7]', '2001:db8::7', undefined],
    ['pg-1', 'pg-1', undefined],
    ['https://example.com/health', 'https://example.com/health', undefined],
    ['pg-1:http', 'pg-1:http', undefined],
  ] as const) {
    it(`splits ${instance}`, () => {
      assert.deepEqual(splitInstance(instance), { host, ...(port !== undefined && { port }) })
    })
  }
})
