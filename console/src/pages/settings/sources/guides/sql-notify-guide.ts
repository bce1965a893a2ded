import type { Guide } from './guide.ts'

export const sqlNotifyGuide: Guide = {
  id: 'sql-notify',
  name: 'SQL',
  reports: 'alerts',
  about: 'Any database session reports with NOTIFY. Notifications sent while Tocsin is down are lost.',
  arrivesAs: 'sql',
  tokenName: null,
  steps: () => [
    {
      title: 'Add the database to the file of sources (TOCSIN_SOURCES_FILE), and restart the service',
      hint: 'The role only needs to connect. Name the server itself: a pooler does not forward notifications.',
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
