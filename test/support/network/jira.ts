import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { Receiver, type ReceivedRequest } from './receiver.ts'

export interface JiraIssue {
  readonly key: string
  readonly project: string
  readonly labels: readonly string[]
  summary: string
  description: string
  priority: string
  status: 'To Do' | 'Done'
  resolvedAt: string | null
  readonly comments: string[]
}

interface Fields {
  readonly project?: { readonly key: string }
  readonly labels?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly priority?: { readonly name: string }
}

const TRANSITIONS = [
  { id: '11', name: 'To Do' },
  { id: '31', name: 'Done' },
] as const

/** Stands in for version 2 of Jira's API, as far as jiralert calls it: issues are searched, made, edited, commented, and moved. */
export class Jira {
  readonly issues: JiraIssue[] = []
  readonly #receiver: Receiver

  private constructor(receiver: Receiver) {
    this.#receiver = receiver
  }

  static async start(): Promise<Jira> {
    const receiver = await Receiver.start()
    const jira = new Jira(receiver)
    receiver.alwaysRespondsWith((request, response) => jira.#respond(request, response))
    return jira
  }

  get url(): string {
    return this.#receiver.url
  }

  stop(): Promise<void> {
    return this.#receiver.stop()
  }

  #respond(request: ReceivedRequest, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.path, this.url)
    const [key = '', part = ''] = pathname.replace('/rest/api/2/', '').split('/').slice(1)
    const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
    const [status, sent] =
      pathname === '/rest/api/2/search'
        ? [200, this.#search(searchParams.get('jql') ?? '')]
        : key === ''
          ? [201, this.#create((body as { readonly fields: Fields }).fields)]
          : this.#change(this.#issue(key), `${request.method} ${part}`, body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(sent === undefined ? '' : JSON.stringify(sent))
  }

  #search(jql: string): unknown {
    const [, label = '""'] = /labels=("(?:[^"\\]|\\.)*")/.exec(jql) ?? []
    const found = this.issues.filter(({ labels }) => labels.includes(JSON.parse(label)))
    return { total: found.length, issues: found.map(toWire) }
  }

  #create({ project, labels = [], summary = '', description = '', priority }: Fields): unknown {
    const key = `${project?.key}-${this.issues.length + 1}`
    this.issues.push({
      key,
      project: project?.key ?? '',
      labels,
      summary,
      description,
      priority: priority?.name ?? '',
      status: 'To Do',
      resolvedAt: null,
      comments: [],
    })
    return { id: key, key, self: `${this.url}/rest/api/2/issue/${key}` }
  }

  #issue(key: string): JiraIssue {
    const issue = this.issues.find((one) => one.key === key)
    assert.ok(issue, `there is no issue ${key}`)
    return issue
  }

  #change(issue: JiraIssue, action: string, body: unknown): readonly [number, unknown] {
    switch (action) {
      case 'GET transitions':
        return [200, { transitions: TRANSITIONS }]
      case 'POST transitions': {
        const { id } = (body as { readonly transition: { readonly id: string } }).transition
        issue.status = TRANSITIONS.find((one) => one.id === id)?.name ?? issue.status
        // Without a colon in the zone.
        issue.resolvedAt = issue.status === 'Done' ? new Date().toISOString().replace('Z', '+0000') : null
        return [204, undefined]
      }
      case 'POST comment': {
        issue.comments.push((body as { readonly body: string }).body)
        return [201, { id: String(issue.comments.length), ...(body as object) }]
      }
      case 'PUT ': {
        const { summary, description, priority } = (body as { readonly fields: Fields }).fields
        issue.summary = summary ?? issue.summary
        issue.description = description ?? issue.description
        issue.priority = priority?.name ?? issue.priority
        return [204, undefined]
      }
      default:
        return [404, { errorMessages: [action] }]
    }
  }
}

function toWire({ key, status, summary, description, priority, resolvedAt, comments }: JiraIssue): unknown {
  return {
    id: key,
    key,
    fields: {
      summary,
      description,
      priority: { name: priority },
      status: { name: status, statusCategory: { key: status === 'Done' ? 'done' : 'new' } },
      ...(resolvedAt !== null && { resolutiondate: resolvedAt }),
      comment: { comments: comments.map((body) => ({ body })) },
    },
  }
}
