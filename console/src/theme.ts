import {
  Alert,
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { rescueFocus } from './ui/page/focus-heading.ts'

/** White on 7 and darker, and 7 on white, have a contrast of 5 or more (WCAG 2.2, 1.4.3). */
const petrol: MantineColorsTuple = [
  '#e6f7fa',
  '#d0ecf1',
  '#a3d8e2',
  '#71c3d2',
  '#48b1c4',
  '#279fb5',
  '#128ba3',
  '#0b7285',
  '#095f70',
  '#064a58',
]

const ALERT_TONES: Readonly<Record<string, string>> = {
  red: 'var(--tocsin-bad)',
  yellow: 'var(--tocsin-warning)',
  green: 'var(--tocsin-good)',
  gray: 'var(--tocsin-quiet)',
}

/** Dialogs and drawers: the ground of panels, a head like a page's. */
const SHEET_STYLES = {
  content: { background: 'var(--tocsin-panel)' },
  header: { background: 'var(--tocsin-panel)', borderBottom: '1px solid var(--tocsin-line)' },
  title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 },
  body: { paddingTop: 'var(--mantine-spacing-md)' },
}

const SHEET_PROPS = {
  closeButtonProps: { 'aria-label': 'Close' },
  onExitTransitionEnd: rescueFocus,
  // A `header` outside a section counts as the page's.
  attributes: { header: { role: 'presentation' } },
}

/** Greys with a little blue for the dark scheme: 0 is text, 7 the page, 6 fields. */
const dark: MantineColorsTuple = [
  '#d7dde2',
  '#a7b1ba',
  '#87929c',
  '#5f6973',
  '#3d464f',
  '#323a42',
  '#262d33',
  '#1d2328',
  '#171c20',
  '#101417',
]

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // The scheme's own colours have a contrast below 4.5 in titles.
    Alert: Alert.extend({
      vars: (_theme, { color }) => {
        const tone = ALERT_TONES[color ?? ''] ?? 'var(--tocsin-accent)'
        return {
          root: {
            '--alert-color': tone,
            '--alert-bg': `color-mix(in srgb, ${tone} 9%, var(--tocsin-panel))`,
            '--alert-bd': `1px solid color-mix(in srgb, ${tone} 28%, var(--tocsin-panel))`,
          },
        }
      },
    }),
    // The default is too pale to read.
    Notification: {
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 250,
        multiline: true,
        maw: 340,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Modal: {
      styles: SHEET_STYLES,
      defaultProps: { ...SHEET_PROPS, centered: true },
    },
    Drawer: { styles: SHEET_STYLES, defaultProps: SHEET_PROPS },
    // A menu may only contain items; the opener gets the focus back.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, returnFocus: true } },
  },
})

/** Replaces greys that are too pale for small text: these reach a contrast of 4.5 on every ground. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5b6470',
    '--mantine-color-placeholder': '#6b7480',
    '--mantine-color-error': '#c92a2a',
    '--tocsin-ground': '#f6f8f9',
    '--tocsin-panel': '#ffffff',
    '--tocsin-line': '#e1e6ea',
    '--tocsin-good': '#1f7a3d',
    '--tocsin-warning': '#9a5b00',
    '--tocsin-bad': '#c92a2a',
    '--tocsin-quiet': '#5b6470',
    '--tocsin-accent': '#0b7285',
  },
  dark: {
    '--mantine-color-dimmed': '#a2abb5',
    '--mantine-color-placeholder': '#97a0aa',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#66d0e0',
    '--mantine-color-body': '#15191d',
    '--tocsin-ground': '#15191d',
    '--tocsin-panel': '#1d2328',
    '--tocsin-line': '#323a42',
    '--tocsin-good': '#69db7c',
    '--tocsin-warning': '#ffc35c',
    '--tocsin-bad': '#ff8787',
    '--tocsin-quiet': '#a2abb5',
    '--tocsin-accent': '#66d0e0',
  },
})

/** Uses the key of public/color-scheme.js. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'tocsin-color-scheme' })
