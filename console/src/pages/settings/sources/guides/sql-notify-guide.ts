import type { Guide } from './guide.ts'

export const sqlNotifyGuide: Guide = {
  id: 'sql-notify',
  name: 'SQL',
  tells: 'alerts',
  about: 'Any session of a database reports by NOTIFY. What is sent while nobody listens is lost.',
  arrivesAs: 'sql',
  tokenName: null,
  steps: () => [
    {
      title: 'Name the database in the file of sources (TOCSIN_SOURCES_FILE), and restart the service',
      hint: 'The role needs no rights but to connect. Name the server itself: a pooler passes no notifications on.',
      text: `sources:
  sql:
    dialect: pg_notify
    database: postgres://tocsin_listener:\${LISTENER_PASSWORD}@db-1/billing`,
    },
    {
      title: 'Report from SQL',
      text: `SELECT pg_notify('tocsin', json_build_object('key', 'ledger-gap',
  'name', 'Gap in the ledger', 'state', 'high')::text);`,
    },
  ],
}
