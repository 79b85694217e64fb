import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

let remembered: string | undefined

/** Notes which task was opened, so that the list can go back to its row. */
export const rememberRow = (key: string): void => {
  remembered = key
}
export const rememberedRow = (): string | undefined => remembered

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea')

const PAGE = 8
const STEPS: Record<string, number> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Moves the focus among the rows of a list of which only a part is in the document, by arrows, `j` and `k`. */
export function useListKeys(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
) {
  const latest = useRef({ count, scrollTo })
  latest.current = { count, scrollTo }

  /** Focuses the link of a row; a row out of view is there a frame after it was scrolled to. */
  const focusRow = (index: number, tries = 6): void => {
    latest.current.scrollTo(index)
    const link = scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    if (link) link.focus({ preventScroll: true })
    else if (tries > 0) requestAnimationFrame(() => focusRow(index, tries - 1))
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = STEPS[event.key]
      const { count } = latest.current
      const active = document.activeElement
      if (step === undefined || count === 0 || event.ctrlKey || event.metaKey || event.altKey) return
      // Arrow down leads from the search to the list; any other key in a field belongs to the field.
      if (isTyping(active) && !(event.key === 'ArrowDown' && active?.id === 'search')) return
      const row = active instanceof HTMLElement ? active.dataset.row : undefined
      const next = row === undefined ? (step < 0 ? count - 1 : 0) : Number(row) + step
      event.preventDefault()
      focusRow(Math.min(count - 1, Math.max(0, next)))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return focusRow
}
