import { useEffect } from 'preact/hooks'
import { goTo, listHref } from './navigate.ts'
import type { PageRoute, Params } from './route.ts'

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea')

const follow = (id: string): void => document.getElementById(id)?.click()

/** Focuses the search of the list, going there first where need be. */
function toSearch(route: PageRoute, filters: Params): void {
  if (route.view !== 'tasks') goTo({ view: 'tasks', params: filters })
  const focus = (tries: number): void => {
    const field = document.getElementById('search')
    if (field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    } else if (tries > 0) requestAnimationFrame(() => focus(tries - 1))
  }
  focus(30)
}

/** Keys that work on the whole page: `/` searches, Escape goes back, `j`, `k` and the arrows go from task to task. */
export function usePageKeys(route: PageRoute, filters: Params): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const inField = isField(event.target)
      if (event.key === '/' && !inField) {
        event.preventDefault()
        toSearch(route, filters)
      } else if (event.key === 'Escape') {
        if (inField) (event.target as HTMLElement).blur()
        else if (route.view === 'task') location.hash = listHref(filters)
        else if (route.view !== 'overview') goTo({ view: 'overview', params: agentOnly(filters) })
      } else if (route.view === 'task' && !inField) {
        const inScroller = (event.target as HTMLElement).closest?.('[tabindex="0"]') !== null
        if (event.key === 'j' || (event.key === 'ArrowRight' && !inScroller)) follow('next')
        else if (event.key === 'k' || (event.key === 'ArrowLeft' && !inScroller)) follow('previous')
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [route, filters])
}

const agentOnly = ({ agent }: Params): Params => (agent === undefined ? {} : { agent })
