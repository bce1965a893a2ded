import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Styles an editor of this height. Colours come from the theme's variables: light and dark are the same editor. */
export function editorTheme(minHeight: string, maxHeight: string): Extension {
  return EditorView.theme({
    '&': {
      fontSize: '12.5px',
      backgroundColor: 'var(--tocsin-ground)',
      color: 'var(--mantine-color-text)',
      borderRadius: '8px',
      border: '1px solid var(--tocsin-line)',
    },
    '&.cm-focused': { outline: '2px solid var(--tocsin-accent)', outlineOffset: '1px' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '1.55',
      minHeight,
      maxHeight,
    },
    '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      color: 'var(--mantine-color-dimmed)',
      border: 'none',
    },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 7%, transparent)' },
    '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 28%, transparent)',
    },
    '.cm-marker, .cm-marker *': { color: 'var(--tocsin-accent)' },
    '.cm-marker': {
      backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 8%, transparent)',
      borderRadius: '3px',
      fontWeight: '600',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--tocsin-panel)',
      color: 'var(--mantine-color-text)',
      border: '1px solid var(--tocsin-line)',
      borderRadius: '8px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--mantine-color-petrol-7)',
      color: '#fff',
    },
    '.cm-completionInfo': { padding: '8px 10px', maxWidth: '320px', fontSize: '12.5px' },
    '.cm-completionIcon': { display: 'none' },
    '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
    '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  })
}
