import { alertScriptGuide } from './guides/alert-script-guide.ts'
import { alertmanagerGuide } from './guides/alertmanager-guide.ts'
import { cloudEventsGuide } from './guides/cloudevents-guide.ts'
import { commandLineGuide } from './guides/command-line-guide.ts'
import { datadogGuide } from './guides/datadog-guide.ts'
import { grafanaAlertmanagerGuide } from './guides/grafana-alertmanager-guide.ts'
import { grafanaGuide } from './guides/grafana-guide.ts'
import type { Guide } from './guides/guide.ts'
import { icingaGuide } from './guides/icinga-guide.ts'
import { jobCommandGuide } from './guides/job-command-guide.ts'
import { jobRunGuide } from './guides/job-run-guide.ts'
import { jobScriptGuide } from './guides/job-script-guide.ts'
import { jsonGuide } from './guides/json-guide.ts'
import { lokiGuide } from './guides/loki-guide.ts'
import { nagiosGuide } from './guides/nagios-guide.ts'
import { pganalyzeGuide } from './guides/pganalyze-guide.ts'
import { pgdashGuide } from './guides/pgdash-guide.ts'
import { prometheusGuide } from './guides/prometheus-guide.ts'
import { pgagentGuide, pgCronGuide, pgTimetableGuide } from './guides/scheduler-guides.ts'
import { sqlNotifyGuide } from './guides/sql-notify-guide.ts'
import { vmalertGuide } from './guides/vmalert-guide.ts'
import { zabbixGuide } from './guides/zabbix-guide.ts'

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
