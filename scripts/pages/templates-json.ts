import { OMITTED_LEVELS_MAX } from '../../src/domain/template/marker-filters.ts'
import { compileTemplate } from '../../src/domain/template/template.ts'
import { block, code, table } from './markdown.ts'
import { SITE } from './site.ts'

/** What docs/templates.md says of bodies that are JSON. */
export function json(): string {
  const values = ['412', '-0.5', '12345678901234567890', '007', '1e999', 'n/a', '']
  const rows = values.map((value) => {
    const filled = (template: string) =>
      code(compileTemplate(template, { payloadType: 'ALERT', contentType: '' }).render(() => value))
    return [code(value), filled('{"value": "%CurrentValue%"}'), filled('{"value": %CurrentValue%}')]
  })
  return `## JSON: in quotes or bare

In quotes, a value is always text. Without quotes, it is a number if it looks like a JSON number, digit for digit as the
monitor wrote it, and a text with quotes of its own if not: the body is valid JSON in any case.

${table(['Value', 'In quotes', 'Bare'], rows)}

The name of a member may hold markers as well; there a bare marker is always text.

${omissions()}`
}

function omissions(): string {
  const template = `{
  "text": "%AlertName%",
  "runbook": "%annotation.runbook_url|omit%",
  "links": [
    {"text": "Runbook", "href": "%annotation.runbook_url|omit:2%"},
    {"text": "Alert", "href": "%x.Link|omit:2%"}
  ]
}`
  const { render } = compileTemplate(template, { payloadType: 'ALERT', contentType: '' })
  const value = (name: string) =>
    ({ AlertName: 'Replication lag', 'x.Link': `${SITE.publicUrl}/alerts?open=42` })[name] ?? ''
  return `### JSON: leaving out what is missing

With \`omit\` as its last filter a marker without a value takes the member of the object, or the element of the list, that it stands in
with it; with \`omit:2\` what encloses that, up to \`omit:${OMITTED_LEVELS_MAX}\`. Commas go along, so that the body stays valid JSON, whichever
go and even if all do. The outermost value always stays.

${block(template)}

sends, for an alert without a runbook,

${block(render(value))}`
}
