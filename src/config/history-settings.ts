import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parseWhole } from './setting-parsers.ts'

/** Settings of how long history is kept, and when stale alerts are reported. */
export const HISTORY_SETTINGS = {
  retentionMs: setting({
    env: 'TOCSIN_RETENTION',
    flag: '--retention',
    help: 'How long events, ended deliveries and their attempts are kept.',
    fallback: '30d',
    parse: between(parseDuration, { least: 60_000, most: 3650 * 86_400_000, words: 'from 1m to 3650d' }),
  }),
  auditRetentionMs: setting({
    env: 'TOCSIN_AUDIT_RETENTION',
    flag: '--audit-retention',
    help: 'How long the audit log keeps who changed what.',
    fallback: '365d',
    parse: between(parseDuration, { least: 60_000, most: 3650 * 86_400_000, words: 'from 1m to 3650d' }),
  }),
  expiryGraceMs: setting({
    env: 'TOCSIN_EXPIRY_GRACE',
    flag: '--expiry-grace',
    help: 'How long after its `expires_at` an alert that nobody refreshed still counts as raised.',
    fallback: '1m',
    parse: between(parseDuration, { least: 0, most: 86_400_000, words: 'from 0s to 1d' }),
  }),
  staleAfterMs: setting({
    env: 'TOCSIN_STALE_AFTER',
    flag: '--stale-after',
    help: 'How long after the last word of its monitor an alert that waits for it is listed as stale.',
    fallback: '1d',
    parse: between(parseDuration, { least: 60_000, most: 365 * 86_400_000, words: 'from 1m to 365d' }),
  }),
  openNotificationsMax: setting({
    env: 'TOCSIN_OPEN_NOTIFICATIONS_MAX',
    flag: '--open-notifications-max',
    help: 'How many notifications may be open (sent to a receiver in mode `current_state`, and not cleared there) before the log, the overview and `tocsin status` warn. Nothing is refused or removed because of it.',
    fallback: '5000000',
    parse: between(parseWhole, { least: 1, most: 1_000_000_000, words: 'from 1 to 1000000000' }),
  }),
} as const
