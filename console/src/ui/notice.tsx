import { Alert, type AlertProps } from '@mantine/core'
import styles from './notice.module.css'

interface NoticeProps extends Omit<AlertProps, 'color' | 'variant' | 'classNames'> {
  readonly tone: 'warning' | 'accent'
}

/** An alert whose title can be read in both themes: those of the scheme are too pale for it. */
export function Notice({ tone, ...alert }: NoticeProps) {
  return (
    <Alert
      data-tone={tone}
      classNames={{
        root: styles.root!,
        title: styles.title!,
        icon: styles.icon!,
        message: styles.message!,
      }}
      {...alert}
    />
  )
}
