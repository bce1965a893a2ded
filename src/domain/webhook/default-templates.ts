import type { PayloadType } from './webhook.ts'

/**
 * The templates of webhooks created without one: all that is known, as JSON. All values are strings, so a member always
 * has the same type. Members are public: they are only ever added.
 */
export const DEFAULT_TEMPLATES: Readonly<Record<PayloadType, string>> = {
  ALERT: `{
  "type": "alert",
  "event_id": "%x.EventId%",
  "delivery_id": "%x.DeliveryId%",
  "time": "%x.EventTime%",
  "source": "%x.Source%",
  "status": "%x.Status%",
  "key": "%x.Key%",
  "alert": {
    "id": "%AlertID%",
    "name": "%AlertName%",
    "state": "%CurrentState%",
    "old_state": "%OldState%",
    "cause": "%x.Cause%",
    "raised_at": "%AlertRaisedTime%",
    "duration": "%x.DurationText%",
    "current_value": "%CurrentValue%",
    "threshold_value": "%ThresholdValue%",
    "parameters": "%Parameters%",
    "info": "%AlertInfo%",
    "link": "%x.SourceLink%",
    "runbook": "%annotation.runbook_url|omit%",
    "page": "%x.Link|omit%"
  },
  "object": {
    "type": "%ObjectType%",
    "name": "%ObjectName%"
  },
  "agent": {
    "id": "%AgentID%",
    "name": "%AgentName%"
  },
  "server": {
    "id": "%ServerID%",
    "name": "%ServerName%",
    "address": "%ServerIP%",
    "port": "%ServerPort%"
  },
  "database": {
    "name": "%DatabaseName%",
    "schema": "%SchemaName%",
    "package": "%PackageName%",
    "object": "%DatabaseObjectName%"
  }
}
`,
  JOB: `{
  "type": "job_run",
  "event_id": "%x.EventId%",
  "delivery_id": "%x.DeliveryId%",
  "time": "%x.EventTime%",
  "source": "%x.Source%",
  "status": "%x.Status%",
  "key": "%x.Key%",
  "job": {
    "id": "%JobID%",
    "name": "%JobName%",
    "status": "%JobStatus%",
    "run_id": "%JobRunID%",
    "started_at": "%JobStartTime%",
    "finished_at": "%JobEndTime%",
    "duration_seconds": "%JobDuration%",
    "exit_code": "%JobExitCode%",
    "command": "%JobCommand%",
    "output": "%JobOutput%"
  },
  "agent": {
    "id": "%AgentID%",
    "name": "%AgentName%"
  },
  "server": {
    "id": "%ServerID%",
    "name": "%ServerName%",
    "address": "%ServerIP%",
    "port": "%ServerPort%"
  },
  "database": {
    "name": "%DatabaseName%"
  }
}
`,
}
