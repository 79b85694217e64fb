import { useEffect, useState } from 'preact/hooks'

type Theme = 'light' | 'dark'
const KEY = 'tracewright-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

/** The theme that was chosen before; a page without storage knows none. */
function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch {
    return undefined
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The choice then lasts as long as the page.
  }
}

const systemTheme = (): Theme => (system.matches ? 'dark' : 'light')

/** Follows the system until a person chooses. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(() => stored() ?? systemTheme())
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  useEffect(() => {
    const follow = () => {
      if (stored() === undefined) setTheme(systemTheme())
    }
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  const other: Theme = theme === 'dark' ? 'light' : 'dark'
  const choose = () => {
    store(other)
    setTheme(other)
  }
  return (
    <button type="button" class="button bare" onClick={choose} aria-label={`Use the ${other} theme`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        {theme === 'dark' ? (
          <path
            d="M8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
            stroke-linecap="round"
          />
        ) : (
          <path
            d="M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1Z"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
            stroke-linejoin="round"
          />
        )}
      </svg>
    </button>
  )
}
