import type { Activity, ActivitySpan } from '../domain/activity.ts'

/** The verbs of `Store` (store.ts) for seeing at a glance how it goes; what holds for all verbs holds for these. */
export interface OverviewVerbs {
  /**
   * Keeps what a node has counted in these minutes, in place of what it said of them before: so a call that may have
   * failed is made again without harm. Statistics, not history: nodes write them every few seconds, and a crash loses
   * what they had not written, or (of the database) what it took in within the last second.
   */
  recordActivity(node: string, minutes: readonly Activity[]): Promise<void>

  /**
   * What all nodes have counted, added up by steps, in the order of time; steps in which there was nothing are left out.
   * Reads a row for each minute and node, so a long span is better asked for day by day.
   */
  listActivity(span: ActivitySpan): Promise<readonly Activity[]>
}
