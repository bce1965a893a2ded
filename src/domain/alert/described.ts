import type { Alert } from './alert.ts'
import type { Event } from './event.ts'
import type { JobRun } from './job-run.ts'
import type { Described } from './text-filter.ts'

/** Returns the texts by which people look for an alert. */
export function describeAlert({ name, key, details }: Alert): Described {
  const { serverName, labels, objectName, database } = details
  return { name, serverName, labels, others: [objectName, database, key] }
}

/** Returns the texts by which people look for an event. */
export function describeEvent(event: Event): Described {
  const { serverName, labels, database } = event.details
  const others = event.kind === 'alert' ? [event.details.objectName, event.alertKey] : [event.jobId]
  return { name: event.name, serverName, labels, others: [database, ...others] }
}

/** Returns the texts by which people look for a job run. */
export function describeJobRun({ name, jobId, details }: JobRun): Described {
  const { serverName, labels, database } = details
  return { name, serverName, labels, others: [database, jobId] }
}
