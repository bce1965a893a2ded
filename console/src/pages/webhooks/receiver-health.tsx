import { Fragment } from 'react'
import { formatCount } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import styles from './receiver-health.module.css'
import { barsOf, type Words } from './health-words.ts'
import type { ListedWebhook } from './listed-webhook.ts'

const GAP = 1

interface CallSparklineProps {
  readonly calls: ListedWebhook['recent_calls']
  readonly width?: number
  readonly height?: number
}

/** Draws attempts by hour; refused ones stand out. */
export function CallSparkline({ calls, width = 96, height: whole = 22 }: CallSparklineProps) {
  const bars = barsOf(calls.hourly)
  const step = width / bars.length
  const label = `${formatCount(calls.attempts)} attempts in 24 hours, ${formatCount(calls.attempts - calls.accepted)} not accepted`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${whole}`}
      width={width}
      height={whole}
      className={styles.sparkline}
    >
      <title>{label}</title>
      <line x1={0} x2={width} y1={whole - 0.5} y2={whole - 0.5} className={styles.base} />
      {bars.map(({ height, failed }, index) => (
        // Bars have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={index}>
          <Bar x={index * step} width={step - GAP} share={height} whole={whole} isFailed={false} />
          <Bar x={index * step} width={step - GAP} share={failed} whole={whole} isFailed />
        </g>
      ))}
    </svg>
  )
}

interface BarProps {
  readonly x: number
  readonly width: number
  /** The share of the height, from 0 to 1. */
  readonly share: number
  readonly whole: number
  readonly isFailed: boolean
}

function Bar({ x, width, share, whole, isFailed }: BarProps) {
  if (share === 0) return null
  // An hour with any call has a visible bar.
  const size = Math.max(2, share * (whole - 2))
  return (
    <rect
      x={x}
      y={whole - 1 - size}
      width={width}
      height={size}
      className={isFailed ? styles.failedBar : styles.bar}
    />
  )
}

/** A sentence with its moments, each with its exact time. */
export function Sentence({ words }: { readonly words: Words }) {
  return words.map((word, index) => (
    // The parts of one sentence never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{typeof word === 'string' ? word : <Time at={word.at} />}</Fragment>
  ))
}

/** `isBehind`: the counts lag a just accepted attempt. */
export function LastAccepted({ at, isBehind }: { readonly at: string | null; readonly isBehind: boolean }) {
  if (isBehind) return 'A moment ago'
  return at === null ? 'Never' : <Time at={at} />
}
