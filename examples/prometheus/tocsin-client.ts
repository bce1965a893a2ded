const TEMPLATE = `{
  "alert": "%AlertName%",
  "state": "%CurrentState%",
  "before": "%OldState%",
  "object": "%ObjectName%",
  "database": "%DatabaseName%",
  "value": %CurrentValue%,
  "threshold": %ThresholdValue%,
  "raised": "%AlertRaisedTime%",
  "info": "%AlertInfo%"
}`

/** The few calls that the demonstration makes, as any HTTP client would make them. */
export class TocsinClient {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async checkReachable(): Promise<void> {
    const response = await fetch(`${this.#url}/healthz`).catch(() => undefined)
    if (!response?.ok) {
      throw new Error(
        `There is no Tocsin at ${this.#url}. Start one with \`npm start\`, or set TOCSIN_URL to where it is.`,
      )
    }
  }

  /** Answers the path of the new webhook. */
  async createWebhook(url: string): Promise<string> {
    const response = await this.#call('POST', '/api/v15/webhook/', {
      name: 'Prometheus demonstration',
      url,
      enabled: true,
      method: 'POST',
      payload_template: TEMPLATE,
    })
    const location = response.headers.get('location')
    if (location === null) throw new Error('Tocsin did not say where the new webhook is.')
    return new URL(location, this.#url).pathname.replace(/^.*(?=\/api\/v15\/)/, '')
  }

  async disableWebhook(path: string): Promise<void> {
    await this.#call('PUT', path, { enabled: false })
  }

  async deleteWebhook(path: string): Promise<void> {
    await this.#call('DELETE', path)
  }

  /** As amtool asks. */
  async isActive(alertName: string): Promise<boolean> {
    const filter = encodeURIComponent(`alertname="${alertName}"`)
    const response = await this.#call('GET', `/intake/prometheus/api/v2/alerts?filter=${filter}`)
    return ((await response.json()) as readonly unknown[]).length > 0
  }

  async #call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        'x-auth-token': this.#token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response
  }
}
