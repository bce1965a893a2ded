/** The API of Zabbix' frontend (JSON-RPC), as its user Admin. */
export class ZabbixApi {
  readonly #url: string
  #token: string | undefined

  private constructor(url: string) {
    this.#url = `${url}/api_jsonrpc.php`
  }

  static async signIn(url: string): Promise<ZabbixApi> {
    const api = new ZabbixApi(url)
    api.#token = await api.call<string>('user.login', { username: 'Admin', password: 'zabbix' })
    return api
  }

  /** Throws an Error with what Zabbix says against it. */
  async call<T>(method: string, params: unknown): Promise<T> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json-rpc' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, auth: this.#token ?? null, method, params }),
    })
    const text = await response.text()
    const { result, error } = JSON.parse(text) as { result: T; error?: { message: string; data: string } }
    if (error) throw new Error(`${method}: ${error.message} ${error.data}`)
    return result
  }

  /** Makes one, and gives its id. */
  async create(method: string, params: unknown): Promise<string> {
    const made = await this.call<Readonly<Record<string, readonly string[]>>>(`${method}.create`, params)
    const [id = ''] = Object.values(made)[0] ?? []
    return id
  }
}
