import { alertScriptGuide } from './alert-script-guide.ts'
import { alertmanagerGuide } from './alertmanager-guide.ts'
import { commandLineGuide } from './command-line-guide.ts'
import { grafanaAlertmanagerGuide } from './grafana-alertmanager-guide.ts'
import type { Guide } from './guide.ts'
import { jobCommandGuide } from './job-command-guide.ts'
import { jobRunGuide } from './job-run-guide.ts'
import { jobScriptGuide } from './job-script-guide.ts'
import { lokiGuide } from './loki-guide.ts'
import { prometheusGuide } from './prometheus-guide.ts'
import { pgagentGuide, pgCronGuide, pgTimetableGuide } from './scheduler-guides.ts'
import { sqlNotifyGuide } from './sql-notify-guide.ts'
import { vmalertGuide } from './vmalert-guide.ts'

/** In the order in which they are offered: those that tell of alerts first. */
export const GUIDES: readonly Guide[] = [
  prometheusGuide,
  alertmanagerGuide,
  grafanaAlertmanagerGuide,
  vmalertGuide,
  lokiGuide,
  alertScriptGuide,
  commandLineGuide,
  sqlNotifyGuide,
  jobRunGuide,
  pgCronGuide,
  pgagentGuide,
  pgTimetableGuide,
  jobScriptGuide,
  jobCommandGuide,
]
