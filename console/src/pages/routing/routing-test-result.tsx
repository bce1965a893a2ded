import { Text } from '@mantine/core'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { shorterSentence } from '../events/shorter-sentence.ts'
import type { RoutingTestResult as Result } from './routing-queries.ts'
import styles from './routing.module.css'

/** Lists who would be notified, and the others with the reason. */
export function RoutingTestResult({ result }: { readonly result: Result }) {
  const { notified, not_notified: others } = result
  return (
    <div aria-live="polite" className={styles.result}>
      <section>
        <Text component="h3" fw={600} size="sm">
          {result.notified_count === 0 ? 'Nobody' : `Notified: ${formatCount(result.notified_count)}`}
        </Text>
        <ul className={styles.list}>
          {notified.map(({ webhook_id: id, name, match }) => (
            <li key={id}>
              <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm" fw={600}>
                {name}
              </AnchorLink>
              <Text size="xs" c="dimmed" className={styles.match!}>
                {match ?? 'every event'}
              </Text>
            </li>
          ))}
        </ul>
        <More count={result.notified_count - notified.length} />
      </section>
      {others.length > 0 && (
        <section>
          <Text component="h3" fw={600} size="sm">
            Not notified: {formatCount(result.not_notified_count)}
          </Text>
          <ul className={styles.list}>
            {others.map(({ webhook_id: id, name, sentence }) => (
              <li key={id}>
                <AnchorLink to="/webhooks/$id" params={{ id: String(id) }} size="sm">
                  {name}
                </AnchorLink>
                <Text size="xs" c="dimmed" className={styles.match!}>
                  {shorterSentence(sentence, { id, name })}
                </Text>
              </li>
            ))}
          </ul>
          <More count={result.not_notified_count - others.length} />
        </section>
      )}
    </div>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <Text size="xs" c="dimmed">
      and {formatCount(count)} more
    </Text>
  )
}
