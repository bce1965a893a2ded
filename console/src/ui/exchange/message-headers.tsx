import styles from './exchange.module.css'

interface MessageHeadersProps {
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The headers of a request or a response, in their order; folded, as there may be many. */
export function MessageHeaders({ headers }: MessageHeadersProps) {
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
