import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parseWhole } from './setting-parsers.ts'

/** Settings of retention, and of when stale alerts are reported. */
export const HISTORY_SETTINGS = {
  retentionMs: setting({
    env: 'TOCSIN_RETENTION',
    flag: '--retention',
    help: 'How long events, finished deliveries and their attempts are kept.',
    fallback: '30d',
    parse: between(parseDuration, { least: 60_000, most: 3650 * 86_400_000, words: 'from 1m to 3650d' }),
  }),
  auditRetentionMs: setting({
    env: 'TOCSIN_AUDIT_RETENTION',
    flag: '--audit-retention',
    help: 'How long audit entries are kept.',
    fallback: '365d',
    parse: between(parseDuration, { least: 60_000, most: 3650 * 86_400_000, words: 'from 1m to 3650d' }),
  }),
  expiryGraceMs: setting({
    env: 'TOCSIN_EXPIRY_GRACE',
    flag: '--expiry-grace',
    help: 'How long an alert stays active after its `expires_at` if no report renews it.',
    fallback: '1m',
    parse: between(parseDuration, { least: 0, most: 86_400_000, words: 'from 0s to 1d' }),
  }),
  staleAfterMs: setting({
    env: 'TOCSIN_STALE_AFTER',
    flag: '--stale-after',
    help: 'An alert that only its monitor can clear is listed as stale if no report arrives for this long.',
    fallback: '1d',
    parse: between(parseDuration, { least: 60_000, most: 365 * 86_400_000, words: 'from 1m to 365d' }),
  }),
  openNotificationsMax: setting({
    env: 'TOCSIN_OPEN_NOTIFICATIONS_MAX',
    flag: '--open-notifications-max',
    help: 'Number of open notifications (sent to a receiver in mode `current_state`, not cleared there yet) above which the log, the overview and `tocsin status` warn. Nothing is refused or removed.',
    fallback: '5000000',
    parse: between(parseWhole, { least: 1, most: 1_000_000_000, words: 'from 1 to 1000000000' }),
  }),
} as const
