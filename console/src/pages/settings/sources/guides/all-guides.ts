import { alertScriptGuide } from './alert-script-guide.ts'
import { alertmanagerGuide } from './alertmanager-guide.ts'
import { cloudEventsGuide } from './cloudevents-guide.ts'
import { commandLineGuide } from './command-line-guide.ts'
import { datadogGuide } from './datadog-guide.ts'
import { grafanaAlertmanagerGuide } from './grafana-alertmanager-guide.ts'
import { grafanaGuide } from './grafana-guide.ts'
import type { Guide } from './guide.ts'
import { icingaGuide } from './icinga-guide.ts'
import { jobCommandGuide } from './job-command-guide.ts'
import { jobRunGuide } from './job-run-guide.ts'
import { jobScriptGuide } from './job-script-guide.ts'
import { jsonGuide } from './json-guide.ts'
import { lokiGuide } from './loki-guide.ts'
import { nagiosGuide } from './nagios-guide.ts'
import { pganalyzeGuide } from './pganalyze-guide.ts'
import { pgdashGuide } from './pgdash-guide.ts'
import { prometheusGuide } from './prometheus-guide.ts'
import { pgagentGuide, pgCronGuide, pgTimetableGuide } from './scheduler-guides.ts'
import { sqlNotifyGuide } from './sql-notify-guide.ts'
import { vmalertGuide } from './vmalert-guide.ts'
import { zabbixGuide } from './zabbix-guide.ts'

/** Guides in the order in which they are offered: those for alerts first. */
export const GUIDES: readonly Guide[] = [
  prometheusGuide,
  alertmanagerGuide,
  grafanaGuide,
  grafanaAlertmanagerGuide,
  vmalertGuide,
  lokiGuide,
  zabbixGuide,
  nagiosGuide,
  icingaGuide,
  pgdashGuide,
  pganalyzeGuide,
  datadogGuide,
  cloudEventsGuide,
  jsonGuide,
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
