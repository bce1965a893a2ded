import { Tabs } from '@mantine/core'
import styles from './page-parts.module.css'

interface PageTabsProps {
  readonly tabs: readonly { readonly name: string; readonly label: string }[]
  /** The shown tab's name. */
  readonly here: string | undefined
}

/** The tabs of a page, for within `<Tabs>`. On narrow screens they scroll, with the shown one visible. */
export function PageTabs({ tabs, here }: PageTabsProps) {
  return (
    <Tabs.List mb="lg" className={styles.tabs!}>
      {tabs.map(({ name, label }) => (
        <Tabs.Tab
          key={name}
          value={name}
          className={styles.tab!}
          ref={name === here ? bringIntoSight : undefined}
        >
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

/** Scrolls the tabs alone: the page stays. */
function bringIntoSight(tab: HTMLElement | null) {
  const line = tab?.parentElement
  if (tab && line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
}
