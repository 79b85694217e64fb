import { readPublishedGaps } from '../../../metrics/level-gaps.ts'
import type { GroupAverage, LeaderboardRow, PublishedBoard } from '../../../schema/report.ts'
import type { LevelGaps } from '../../../schema/summary.ts'
import { formatPlural, formatPoints, shareText } from './format.ts'
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
        {adjusted < DIFFERS ? 'differs' : 'not significant'}
      </span>
      <span class="sub">
        {p}, {only_this} to {only_next} tasks
      </span>
    </td>
  )
}

const GAP_COLUMNS = ['L0 − L1', 'L0 − L2', 'L0 − L3', 'selection gap']

/** The drops to each level and the selection gap, in points; `scale` makes points of them. */
const GapCells = ({ gaps, scale = 100 }: { gaps: LevelGaps; scale?: number }) => (
  <>
    {[...Object.values(gaps.drops), gaps.selection_gap].map((gap, i) => (
      <td key={i}>
        {gap === null ? '–' : formatPoints(scale * gap)}
        {i === 3 && gaps.dagger && <abbr title="single calls score less than composed tasks"> †</abbr>}
      </td>
    ))}
  </>
)

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
      columns={['agent', 'solved', ...LEVEL_COLUMNS, 'score', 'data flow', ...GAP_COLUMNS, 'vs. next']}
      below={
        <p class="more muted">
          L0 − Lk: points of score between single calls and a level. Selection gap: the mean of the three
          composed levels minus single calls; † where it is over 0. Neighbours are compared task by task:
          exact McNemar test, Holm’s correction over all neighbours.
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
          <GapCells gaps={row.level_gaps} />
          <Ahead ahead={row.ahead_of_next} />
        </tr>
      ))}
    </TableCard>
  )
}

/** Means over the agents of each group. */
const Groups = ({ averages }: { averages: readonly GroupAverage[] }) => (
  <TableCard
    id="groups"
    title="Groups"
    sub="means over agents, each weighing the same"
    columns={['group', 'agents', 'solved', ...LEVEL_COLUMNS, 'score', ...GAP_COLUMNS]}
  >
    {averages.map(({ group, agents, overall, levels, level_gaps }) => (
      <tr key={group}>
        <th scope="row">{group}</th>
        <td>{agents}</td>
        <ShareCell share={overall.solved} />
        {LEVEL_ORDER.map((level) => (
          <ShareCell key={level} share={levels[level]?.solved} />
        ))}
        <ShareCell share={overall.score} />
        <GapCells gaps={level_gaps} />
      </tr>
    ))}
  </TableCard>
)

/** The published models, which another scorer graded on other tasks. */
const Published = ({ rows, averages, ceiling }: PublishedBoard) => (
  <TableCard
    id="published"
    title="Published models"
    sub="percent of the score of CompToolBench’s own scorer on its own tasks"
    columns={['model', 'overall', ...LEVEL_COLUMNS, ...GAP_COLUMNS]}
    below={
      <p class="more muted">
        Attainable at most: 26 of the 48 published prompts of single calls lack a value, so {ceiling.L0_node}{' '}
        % is the most that an agent can reach there.
      </p>
    }
  >
    {[...rows, ...averages].map((row) => {
      const name = row.model === undefined ? `mean of ${row.group}` : `${row.model} (${row.provider})`
      return (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{row.overall.toFixed(1)}</td>
          {LEVEL_ORDER.map((level) => (
            <td key={level}>{row[level].toFixed(1)}</td>
          ))}
          <GapCells gaps={readPublishedGaps(row)} scale={1} />
        </tr>
      )
    })}
    <tr class="total">
      <th scope="row">attainable at most</th>
      <td>{ceiling.overall.toFixed(1)}</td>
      {LEVEL_ORDER.map((level) => (
        <td key={level}>{ceiling[level].toFixed(1)}</td>
      ))}
      <td colSpan={4} />
    </tr>
  </TableCard>
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
  const { leaderboard, published } = data
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
        <>
          <Ranking rows={leaderboard.rows} />
          {leaderboard.averages.length > 0 && <Groups averages={leaderboard.averages} />}
        </>
      )}
      {published && <Published {...published} />}
    </main>
  )
}
