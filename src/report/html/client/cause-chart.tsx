import type { Cause } from '../../../schema/score.ts'
import { BarList, Card } from './card.tsx'
import { plural } from './format.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { tally } from './task-index.ts'
import { CAUSE_WORDS } from './words.ts'

/** Why tasks were not solved, commonest cause first; each leads to its tasks. */
export function CauseChart() {
  const { entries, agentParams: params } = usePage()
  const causes = tally(entries.map(({ cause }) => cause))
  const total = causes.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Card id="causes" title="Why tasks failed" sub={`${plural(total, 'task')} by primary cause`}>
      {causes.length === 0 ? (
        <p class="muted">Every task that was run has been solved.</p>
      ) : (
        <BarList
          most={causes[0]?.[1] ?? 1}
          bars={causes.map(([cause, count]) => ({
            key: cause,
            name: cause,
            note: CAUSE_WORDS[cause as Cause],
            count,
            href: listHref({ ...params, cause }),
          }))}
        />
      )}
    </Card>
  )
}
