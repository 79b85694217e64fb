import type { PageTask } from '../page-data.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { hashOf } from './route.ts'

export function Neighbours({ task }: { task: PageTask }) {
  const { listed, filters } = usePage()
  const at = listed.findIndex((entry) => entry.task === task)
  const link = (index: number, text: string, id: string) => {
    const other = at < 0 ? undefined : listed[index]?.task
    if (other === undefined) {
      return (
        <span class="button" aria-disabled="true">
          {text}
        </span>
      )
    }
    return (
      <a
        class="button"
        id={id}
        href={hashOf({ view: 'task', key: other.key, params: filters })}
        title={other.task_id}
      >
        {text}
      </a>
    )
  }
  return (
    <nav class="crumbs" aria-label="Tasks around this one">
      <a class="button bare" id="back" href={listHref(filters)}>
        ← Tasks
      </a>
      <div class="end">
        {at >= 0 && (
          <span class="muted small">
            {(at + 1).toLocaleString('en')} of {listed.length.toLocaleString('en')}
          </span>
        )}
        {link(at - 1, '← Previous', 'previous')}
        {link(at + 1, 'Next →', 'next')}
      </div>
    </nav>
  )
}
