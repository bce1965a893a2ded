import type { Guide } from './guide.ts'
import { JOB_GUIDES } from './job-guides.ts'
import { MONITOR_GUIDES } from './monitor-guides.ts'
import { OWN_ALERT_GUIDES } from './own-alert-guides.ts'
import { PROMETHEUS_GUIDES } from './prometheus-guides.ts'

/** Guides in their order: those for alerts first. */
export const GUIDES: readonly Guide[] = [
  ...PROMETHEUS_GUIDES,
  ...MONITOR_GUIDES,
  ...OWN_ALERT_GUIDES,
  ...JOB_GUIDES,
]
