import type { LeaderboardRow } from '../../../schema/report.ts'
import { formatPlural, shareText } from './format.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { buildHash } from './route.ts'
import { LEVEL_COLUMNS, ShareCell, TableCard } from './table-card.tsx'
import { LEVEL_ORDER } from './words.ts'

/** The chance below which neighbours are said to differ. */
const DIFFERS = 0.05

/** Whether an agent and the next differ: tasks that only one of them solved, and the corrected p. */
function Ahead({ ahead }: { ahead: LeaderboardRow['ahead_of_next'] }) {
  if (ahead === null) return <td>–</td>
  const { only_this, only_next, adjusted } = ahead
  const p = adjusted < 0.001 ? 'p < 0.001' : `p = ${adjusted.toFixed(3)}`
  return (
    <td class="ahead">
      <span class={`pill ${adjusted < DIFFERS ? 'good' : ''}`}>
        {adjusted < DIFFERS ? 'differs' : 'may be chance'}
      </span>
      <span class="sub">
        {p}, {only_this} to {only_next} tasks
      </span>
    </td>
  )
}

function AgentCell({ row }: { row: LeaderboardRow }) {
  const { agent: chosen, route } = usePage()
  const { agent } = row
  return (
    <th scope="row">
      <a
        href={buildHash({ view: 'overview', params: { ...route.params, agent } })}
        aria-current={agent === chosen?.name ? 'true' : undefined}
      >
        {agent}
      </a>
      <span class="sub">
        <a class="browse" href={listHref({ agent })}>
          browse its tasks<span class="hidden">, {agent}</span>
        </a>
      </span>
    </th>
  )
}

function Ranking({ rows }: { rows: readonly LeaderboardRow[] }) {
  const { data } = usePage()
  return (
    <TableCard
      id="agents"
      title="Agents"
      sub="tasks solved at the first attempt, by the causal scorer, with the 95 % interval"
      columns={['agent', 'solved', ...LEVEL_COLUMNS, 'score', 'data flow', 'level drop', 'against the next']}
      below={
        <p class="more muted">
          Level drop: points of score between single calls and branching tasks, L0 − L3. Neighbours are
          compared task by task: exact McNemar test, Holm’s correction over all neighbours.
        </p>
      }
    >
      {rows.map((row) => (
        <tr key={row.agent}>
          <AgentCell row={row} />
          <ShareCell share={row.overall.solved} interval={row.overall.interval} />
          {LEVEL_ORDER.map((level) => (
            <ShareCell key={level} share={row.levels[level]?.solved} interval={row.levels[level]?.interval} />
          ))}
          <ShareCell share={row.overall.score} />
          <ShareCell share={data.agents.find(({ name }) => name === row.agent)?.overall.data_flow} />
          <td>{row.level_drop === null ? '–' : (100 * row.level_drop).toFixed(1)}</td>
          <Ahead ahead={row.ahead_of_next} />
        </tr>
      ))}
    </TableCard>
  )
}

/** Agents that cannot be ranked can still be looked at one by one. */
function Unranked({ problem }: { problem: string }) {
  const { data } = usePage()
  return (
    <section class="card notice warn" aria-labelledby="unranked">
      <h2 id="unranked">No ranking</h2>
      <p>{problem}</p>
      <ul class="chips" aria-label="Agents">
        {data.agents.map(({ name, overall }) => (
          <li key={name}>
            <a class="pill" href={buildHash({ view: 'overview', params: { agent: name } })}>
              {name}, {shareText(overall.solved)} solved
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Agents compared, best first; choosing one shows its results on every view. */
export function LeaderboardTable() {
  const { data } = usePage()
  const { leaderboard } = data
  return (
    <main id="main">
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>Leaderboard</h1>
          <p class="sub">
            {formatPlural(data.agents.length, 'agent')} on {formatPlural(data.tasks.length, 'task')}
          </p>
        </div>
      </div>
      {leaderboard === undefined ? null : 'problem' in leaderboard ? (
        <Unranked problem={leaderboard.problem} />
      ) : (
        <Ranking rows={leaderboard.rows} />
      )}
    </main>
  )
}
