import { Stack, Title, Group, SegmentedControl, Text } from '@mantine/core'
import { CodeBlock, CopyButton } from './code-block.tsx'
import { toCurl, type HttpRequest } from './curl.ts'
import styles from './exchange.module.css'
import { useMemo, useState } from 'react'
import { formatBytes } from '../text/format.ts'
import { prettyJson } from './pretty-json.ts'
import type { components } from '../../api/schema.ts'

/** The words of RFC 9110 and 6585. */
const WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  425: 'Too Early',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

type HttpResponse = components['schemas']['ReceivedResponse']

interface ExchangeProps {
  /** Null: nothing was sent. */
  readonly request: HttpRequest | null
  /** Null: nothing came back. */
  readonly response: HttpResponse | null
  /** Why there is no request or response. */
  readonly reason?: string
  /** The level of its headings, one below the heading above. Default: 3. */
  readonly order?: HeadingOrder
}

type HeadingOrder = 3 | 5

/** Shows a receiver's response, then the request, exactly as sent. */
export function Exchange({ request, response, reason, order = 3 }: ExchangeProps) {
  const why = reason === undefined ? '' : `: ${reason}`
  return (
    <Stack gap="lg">
      {response && <ReceivedResponse response={response} order={order} />}
      {request && !response && <p className={styles.none}>No response{why}</p>}
      {request ? (
        <SentRequest request={request} order={order} />
      ) : (
        <p className={styles.none}>Nothing was sent{why}</p>
      )}
    </Stack>
  )
}

interface SentRequestProps {
  readonly request: HttpRequest
  readonly order?: HeadingOrder
}

/** A request as it was, or would be, sent. */
export function SentRequest({ request, order = 3 }: SentRequestProps) {
  return (
    <section className={styles.message} aria-label="Request">
      <div className={styles.head}>
        <Title order={order} size="h6">
          Request
        </Title>
        <CopyButton value={toCurl(request)} label="Copy as curl" isWide />
      </div>
      <p className={styles.start}>
        <b>{request.method}</b> {request.url}
      </p>
      <MessageHeaders headers={request.headers} />
      <MessageBody body={request.body} of="request" />
    </section>
  )
}

function ReceivedResponse({
  response,
  order,
}: {
  readonly response: HttpResponse
  readonly order: HeadingOrder
}) {
  return (
    <section className={styles.message} aria-label="Response">
      <div className={styles.head}>
        <Title order={order} size="h6">
          Response
        </Title>
      </div>
      <p className={styles.start}>
        <b>{describeStatus(response.status)}</b>
      </p>
      <MessageHeaders headers={response.headers} />
      <MessageBody body={response.body} of="response" isTruncated={response.body_truncated} />
    </section>
  )
}

/** Shows headers in their order; folded, as there may be many. */
function MessageHeaders({ headers }: Pick<HttpRequest, 'headers'>) {
  if (headers.length === 0) return <p className={styles.none}>No headers</p>
  return (
    <details className={styles.headers}>
      <summary>{headers.length === 1 ? '1 header' : `${headers.length} headers`}</summary>
      <dl>
        {headers.map(({ name, value }, index) => (
          // A name may stand twice, and the list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** `HTTP 503 Service Unavailable` */
function describeStatus(status: number): string {
  const words = WORDS[status]
  return words === undefined ? `HTTP ${status}` : `HTTP ${status} ${words}`
}

interface MessageBodyProps {
  readonly body: string
  readonly of: 'request' | 'response'
  readonly isTruncated?: boolean
}

/** Shows the body as it is, or indented if it is JSON. */
function MessageBody({ body, of, isTruncated = false }: MessageBodyProps) {
  const pretty = useMemo(() => prettyJson(body), [body])
  const [view, setView] = useState<'formatted' | 'exact'>('formatted')
  if (body === '') return <p className={styles.none}>No body</p>
  const bytes = formatBytes(new TextEncoder().encode(body).length)
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        <Text size="xs" c="dimmed">
          Body, {bytes}
        </Text>
        {pretty !== null && (
          <SegmentedControl
            size="xs"
            aria-label={`How the body of the ${of} is shown`}
            value={view}
            onChange={setView}
            data={[
              { value: 'formatted', label: 'Formatted' },
              { value: 'exact', label: 'Exact' },
            ]}
          />
        )}
      </Group>
      <CodeBlock text={view === 'exact' ? body : (pretty ?? body)} label={`Body of the ${of}`} />
      {isTruncated && (
        <p className={styles.truncated}>
          Truncated: only the first {bytes} of the {of} were stored.
        </p>
      )}
    </div>
  )
}
