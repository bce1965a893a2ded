import { formatCount } from '../../ui/text/format.ts'
import type { ListedWebhook } from './listed-webhook.ts'
import { barsOf } from './call-words.ts'
import styles from './call-sparkline.module.css'

const GAP = 1

interface CallSparklineProps {
  readonly calls: ListedWebhook['recent_calls']
  readonly width?: number
  readonly height?: number
}

/** Draws the attempts of each of the last hours; those that were not accepted stand out. */
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
  /** The share of the whole height, from 0 to 1. */
  readonly share: number
  readonly whole: number
  readonly isFailed: boolean
}

function Bar({ x, width, share, whole, isFailed }: BarProps) {
  if (share === 0) return null
  // An hour with any call has a bar that is seen, however few they were.
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
