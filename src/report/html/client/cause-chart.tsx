import type { Cause } from '../../../schema/score.ts'
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
  const most = causes[0]?.[1] ?? 1
  return (
    <section class="card" aria-labelledby="causes">
      <div class="card-head">
        <h2 id="causes">Why tasks failed</h2>
        <p>{plural(total, 'task')} by primary cause</p>
      </div>
      {causes.length === 0 ? (
        <p class="muted">Every task that was run has been solved.</p>
      ) : (
        <ul class="bars">
          {causes.map(([cause, count]) => (
            <li key={cause}>
              <a href={listHref({ ...params, cause })}>
                <span class="what">
                  <b>{cause}</b>
                  <span class="note">{CAUSE_WORDS[cause as Cause]}</span>
                </span>
                <span class="count">
                  {count}
                  <span class="hidden"> tasks</span>
                </span>
                <span class="bar" aria-hidden="true">
                  <span style={{ width: `${(100 * count) / most}%` }} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
