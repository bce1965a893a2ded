import { useSyncExternalStore } from 'react'

export const DENSITIES = ['compact', 'comfortable'] as const
type Density = (typeof DENSITIES)[number]

const KEY = 'tocsin-density'
const HEIGHTS: Readonly<Record<Density, string>> = { compact: '44px', comfortable: '58px' }

const listeners = new Set<() => void>()

/** This browser's density; compact by default. */
export function readDensity(): Density {
  try {
    return localStorage.getItem(KEY) === 'comfortable' ? 'comfortable' : 'compact'
  } catch {
    return 'compact'
  }
}

/** Sets the density of all lists in this browser. */
export function setDensity(density: Density): void {
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // It applies to this page only.
  }
  applyDensity(density)
  for (const listener of listeners) listener()
}

export function applyDensity(density: Density): void {
  document.documentElement.style.setProperty('--tocsin-row', HEIGHTS[density])
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readDensity)
}
