// Runs before the first paint: the colours that were chosen in the console, by the key that it keeps them at.
try {
  const chosen = localStorage.getItem('tocsin-color-scheme')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.style.colorScheme = chosen
} catch {
  // Storage may be forbidden; then the system decides.
}
