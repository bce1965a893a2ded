import { ALERT_SUBJECT } from '../../domain/alert/event.ts'

/** Returns SQL of both engines that tells whether the subject in this column is an alert. */
export function isAlertSubject(column: string): string {
  return `${column} LIKE '${ALERT_SUBJECT}%'`
}

/** The id of that alert; null: the subject is not an alert. */
export function alertOfSubject(column: string): string {
  return `CASE WHEN ${isAlertSubject(column)} THEN CAST(substr(${column}, ${ALERT_SUBJECT.length + 1}) AS BIGINT) END`
}
