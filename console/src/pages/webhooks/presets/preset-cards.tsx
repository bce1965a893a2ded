import { Text, UnstyledButton } from '@mantine/core'
import { IconBellRinging, IconBraces, IconDeviceMobile, IconMessages, type Icon } from '@tabler/icons-react'
import type { PresetSummary } from './presets-api.ts'
import styles from './presets.module.css'

interface PresetCardsProps {
  readonly presets: readonly PresetSummary[]
  readonly onChoose: (id: string) => void
}

const KINDS: Readonly<Record<PresetSummary['kind'], { readonly title: string; readonly icon: Icon }>> = {
  chat: { title: 'Chat', icon: IconMessages },
  incident: { title: 'Incident management', icon: IconBellRinging },
  push: { title: 'Phone', icon: IconDeviceMobile },
  generic: { title: 'Your own programs', icon: IconBraces },
}

/** Shows presets as cards, by kind. */
export function PresetCards({ presets, onChoose }: PresetCardsProps) {
  return Object.entries(KINDS).map(([kind, { title, icon: KindIcon }]) => {
    const ofKind = presets.filter((preset) => preset.kind === kind)
    if (ofKind.length === 0) return null
    return (
      <section key={kind} aria-label={title}>
        <Text component="h2" size="sm" fw={600} c="dimmed" m={0} mb={8}>
          {title}
        </Text>
        <ul className={styles.cards}>
          {ofKind.map(({ id, name, summary }) => (
            <li key={id}>
              <UnstyledButton className={styles.card!} onClick={() => onChoose(id)}>
                <KindIcon size={22} stroke={1.6} aria-hidden className={styles.icon} />
                <span>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.summary}>{summary}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
