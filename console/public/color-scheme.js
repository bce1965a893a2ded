// Runs before the first paint, so that a page in the dark does not flash in white. The same key as in src/theme.ts.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('tocsin-color-scheme')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
}
