import { Stack, Title } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import { toCurl, type HttpRequest } from './curl.ts'
import styles from './exchange.module.css'
import { describeStatus } from './http-status.ts'
import { MessageBody } from './message-body.tsx'
import { MessageHeaders } from './message-headers.tsx'

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
  /** The body was longer than what is kept of it. */
  readonly body_truncated: boolean
}

interface ExchangeProps {
  /** Null: it never came to that. */
  readonly request: HttpRequest | null
  /** Null: nothing came back. */
  readonly response: HttpResponse | null
  /** Why there is no request or no response, in a few words. */
  readonly reason?: string
  /** The level of its headings: one below the heading above. Default: 3. */
  readonly order?: HeadingOrder
}

type HeadingOrder = 3 | 5

/** Shows the response of a receiver, and then the request that it was sent, to the letter. */
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

interface ReceivedResponseProps {
  readonly response: HttpResponse
  readonly order?: HeadingOrder
}

/** Shows the response of a receiver. */
export function ReceivedResponse({ response, order = 3 }: ReceivedResponseProps) {
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
