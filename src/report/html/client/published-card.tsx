import type { PublishedRow } from '../../../schema/report.ts'
import { HeatCard, LEVEL_COLUMNS, ShareCell } from './heat.tsx'
import { LEVEL_ORDER } from './words.ts'

/** The published leaderboard for comparison, labelled with the scorer that gave it. */
export const PublishedCard = ({ rows }: { rows: PublishedRow[] }) => (
  <HeatCard
    id="published"
    title="Published leaderboard"
    sub="mean score of the published scorer, on the 200 tasks of the CompToolBench paper"
    columns={['model', 'scorer', 'score', ...LEVEL_COLUMNS, 'level drop']}
    below={
      <p class="more muted">
        For comparison only: another scorer, which gives credit where the causal scorer gives none, and other
        tasks. Do not read a difference from the agents above as a result.
      </p>
    }
  >
    {rows.map(({ model, provider, group, overall, level_drop, ...levels }) => (
      <tr key={`${model} ${provider} ${group}`}>
        <th scope="row">
          {model ?? `mean of ${group}`}
          {provider && (
            <span class="sub">
              {provider}, {group}
            </span>
          )}
        </th>
        <td class="none">published</td>
        <ShareCell share={overall / 100} />
        {LEVEL_ORDER.map((level) => (
          <ShareCell key={level} share={levels[level] / 100} />
        ))}
        <td class="none">{level_drop.toFixed(1)}</td>
      </tr>
    ))}
  </HeatCard>
)
