import { isObject, type JsonObject, numberOf } from '../../domain/json-object.ts'
import type { AlertDetails, Observation } from '../../domain/alert/alert.ts'
import type { Steps } from '../../domain/steps.ts'
import { type Dialect, type ReadContext, type Reading, readingInSteps, refusal } from '../reading/dialect.ts'
import { readGroup } from '../reading/group-alert.ts'
import type { LabelAlert, LabelAlertFacts } from '../reading/label-alert.ts'
import { detailsFromLabels, splitInstance } from '../reading/label-alert.ts'
import { type Labels, nameOf, textOf, withoutEmpty } from '../reading/foreign-text.ts'

/** The time after which a test notification expires: nobody clears it. */
const TEST_EXPIRES_AFTER_MS = 5 * 60_000

/**
 * The webhook of Grafana's alerting, payload version 1 (its documentation, "webhook notifier"); also from PMM and
 * pgwatch.
 */
export const GRAFANA: Dialect = {
  name: 'grafana',
  title: 'Grafana (webhook)',
  recognises: (body) => isObject(body) && (isGroup(body) || isLegacy(body)),
  hint: 'A payload of your own needs a source of the dialect json, with a name of its own (docs/sources-json.md).',
  ...readingInSteps((body, context) => readBody(isObject(body) ? body : {}, context)),
}

function isGroup(body: JsonObject): boolean {
  const { version } = body
  return Array.isArray(body['alerts']) && (version === '1' || (version === undefined && 'orgId' in body))
}

/** Recognises alerting before Grafana 9, which has neither fingerprints nor times of resolution. */
function isLegacy(body: JsonObject): boolean {
  return !('alerts' in body) && 'state' in body && ('ruleId' in body || 'evalMatches' in body)
}

function* readBody(body: JsonObject, context: ReadContext): Steps<Reading> {
  if (isLegacy(body)) {
    return refusal(
      'it comes from the legacy alerting of Grafana 8 and older, which is not understood; switch that Grafana to Grafana Alerting (unified alerting) and use a contact point of the integration Webhook',
    )
  }
  const { observations, errors } = yield* readGroup(body, context, { sender: 'Grafana', refine })
  if (!observations.some((observation) => isTest(observation, body))) return { observations, errors }
  return {
    observations: observations.map((one) => (isTest(one, body) ? expireTest(one, context) : one)),
    errors,
    note: 'This is a test notification of Grafana: its alert is taken in, and cleared after five minutes.',
  }
}

/** The receiver of a test notification is `test`, or missing, by release. */
function isTest({ name, details: { labels = {} } }: Observation, { receiver }: JsonObject): boolean {
  return name === 'TestAlert' && (labels['instance'] === 'Grafana' || receiver === 'test')
}

function expireTest(observation: Observation, { now }: ReadContext): Observation {
  if (observation.state === 'cleared') return observation
  const warning = 'This is a test notification of Grafana; it is cleared after five minutes.'
  return {
    ...observation,
    at: now,
    expiresAt: now + TEST_EXPIRES_AFTER_MS,
    warnings: [...(observation.warnings ?? []), warning],
  }
}

function refine(facts: LabelAlertFacts, element: JsonObject, { labels, annotations }: LabelAlert) {
  const currentValue = annotations['value'] ?? measuredValue(element)
  const links = ['panelURL', 'dashboardURL', 'generatorURL'].map((member) => textOf(element[member]))
  const link = links.find((url) => url !== '')
  const details: AlertDetails = {
    ...detailsFromLabels(withoutExporter(labels), annotations),
    ...objectOf(labels),
    ...(currentValue !== '' && { currentValue }),
    ...(link !== undefined && { sourceLink: link }),
    labels,
    annotations: { ...linksOf(element), ...annotations },
  }
  return { ...facts, name: nameOf(ruleName(labels) ?? facts.name), details }
}

/** When a query fails or finds nothing, Grafana raises an alert of its own, with the rule in a label. */
function ruleName({ alertname, rulename }: Labels): string | undefined {
  if (rulename === undefined) return undefined
  if (alertname === 'DatasourceNoData') return `${rulename}: no data`
  return alertname === 'DatasourceError' ? `${rulename}: query failed` : undefined
}

/** PMM's names; its `instance` is the exporter's id. pgwatch's source is in `dbname`. */
function objectOf({ service_name, node_name, dbname, ...labels }: Labels): AlertDetails {
  const watched = service_name ?? node_name
  if (watched !== undefined) return { objectType: 'server', objectName: watched, serverName: watched }
  if (dbname === undefined) return {}
  const isNamed = ['instance', 'server'].some((name) => labels[name] !== undefined)
  return {
    ...(labels['datname'] === undefined && labels['database'] === undefined && { database: dbname }),
    ...(!isNamed && { objectType: 'server', objectName: dbname, serverName: dbname }),
  }
}

/** Drops an `instance` that is an id, not an address. */
function withoutExporter(labels: Labels): Labels {
  const { instance = '', ...others } = labels
  const isNamed = 'service_name' in labels || 'node_name' in labels
  return isNamed && splitInstance(instance).port === undefined ? others : labels
}

/**
 * The value of the first query by its letter: `A` is the measurement, later letters are conditions on it. If a rule
 * reduces a series first, only the reduced one (`B`) is reported.
 */
function measuredValue({ values, valueString }: JsonObject): string {
  if (isObject(values)) {
    const first = Object.keys(values)
      .toSorted()
      .find((letter) => Number.isFinite(numberOf(values[letter])))
    if (first !== undefined) return textOf(values[first])
  }
  return /\bvalue=([^\s\]]+)/.exec(textOf(valueString))?.[1] ?? ''
}

function linksOf(element: JsonObject): Labels {
  return withoutEmpty({
    silenceURL: textOf(element['silenceURL']),
    dashboardURL: textOf(element['dashboardURL']),
    panelURL: textOf(element['panelURL']),
    imageURL: textOf(element['imageURL']),
  })
}
