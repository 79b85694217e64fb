import type { Leaderboard, LeaderboardRow } from '../../../schema/report.ts'
import { plural, shareText } from './format.ts'
import { HeatCard, LEVEL_COLUMNS, ShareCell } from './heat.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { PublishedCard } from './published-card.tsx'
import { hashOf } from './route.ts'
import { LEVEL_ORDER } from './words.ts'

type Row = LeaderboardRow

/** The chance below which neighbours are said to differ. */
const DIFFERS = 0.05

/** Whether an agent and the next differ: tasks that only one of them solved, and the corrected p. */
function Ahead({ ahead }: { ahead: Row['ahead_of_next'] }) {
  if (ahead === null) return <td class="none">–</td>
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

function AgentCell({ row }: { row: Row }) {
  const { agent: chosen, route } = usePage()
  const { agent, group } = row
  return (
    <th scope="row">
      <a
        href={hashOf({ view: 'overview', params: { ...route.params, agent } })}
        aria-current={agent === chosen?.name ? 'true' : undefined}
      >
        {agent}
      </a>
      <span class="sub">
        {group && `${group} · `}
        <a class="browse" href={listHref({ agent })}>
          browse its tasks<span class="hidden">, {agent}</span>
        </a>
      </span>
    </th>
  )
}

function Ranking({ rows }: { rows: readonly Row[] }) {
  const { data } = usePage()
  return (
    <HeatCard
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
          <td class="none">{row.level_drop === null ? '–' : (100 * row.level_drop).toFixed(1)}</td>
          <Ahead ahead={row.ahead_of_next} />
        </tr>
      ))}
    </HeatCard>
  )
}

const Groups = ({ averages }: Pick<Leaderboard, 'averages'>) => (
  <HeatCard
    id="groups"
    title="Groups"
    sub="means over the agents of a group, each weighing the same"
    columns={['group', 'agents', 'solved', ...LEVEL_COLUMNS, 'score']}
  >
    {averages.map(({ group, agents, levels, solved, score }) => (
      <tr key={group}>
        <th scope="row">{group}</th>
        <td class="none">{agents}</td>
        <ShareCell share={solved} />
        {LEVEL_ORDER.map((level) => (
          <ShareCell key={level} share={levels[level]?.solved} />
        ))}
        <ShareCell share={score} />
      </tr>
    ))}
  </HeatCard>
)

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
            <a class="pill" href={hashOf({ view: 'overview', params: { agent: name } })}>
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
            {plural(data.agents.length, 'agent')} on {plural(data.tasks.length, 'task')}
          </p>
        </div>
      </div>
      {leaderboard === undefined ? null : 'problem' in leaderboard ? (
        <Unranked problem={leaderboard.problem} />
      ) : (
        <>
          <Ranking rows={leaderboard.rows} />
          <Groups averages={leaderboard.averages} />
          <PublishedCard rows={leaderboard.published} />
        </>
      )}
    </main>
  )
}
