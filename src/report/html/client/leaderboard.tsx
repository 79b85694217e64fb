import type { Interval } from '../../../schema/report.ts'
import type { Figures } from '../../../schema/run.ts'
import { percent, plural } from './format.ts'
import { HeatKey, ShareCell } from './level-map.tsx'
import { usePage } from './page-context.ts'
import { hashOf } from './route.ts'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

/** A share with its interval on a line from 0 to 100 %. */
function Range({ share, interval }: { share: number; interval: Interval | undefined }) {
  const x = (value: number): number => 6 + value * 158
  return (
    <svg class="range" viewBox="0 0 170 16" aria-hidden="true">
      <line class="axis" x1={x(0)} x2={x(1)} y1="8" y2="8" />
      {interval && (
        <path
          class="span"
          d={`M${x(interval.low)} 4v8M${x(interval.low)} 8H${x(interval.high)}M${x(interval.high)} 4v8`}
        />
      )}
      <circle cx={x(share)} cy="8" r="5" />
    </svg>
  )
}

const bySolved = (a: { overall: Figures }, b: { overall: Figures }): number =>
  (b.overall.solved ?? 0) - (a.overall.solved ?? 0)

function Groups() {
  const { groups } = usePage().data
  if (groups.length === 0) return null
  return (
    <section class="card" aria-labelledby="groups">
      <div class="card-head">
        <h2 id="groups">Groups</h2>
        <p>means over the agents of a group</p>
        <div class="end">
          <HeatKey />
        </div>
      </div>
      <div class="scroll-x">
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">group</th>
              <th scope="col">agents</th>
              {LEVEL_ORDER.map((level) => (
                <th key={level} scope="col">
                  {LEVEL_WORDS[level].short}
                </th>
              ))}
              <th scope="col">solved</th>
              <th scope="col">score</th>
            </tr>
          </thead>
          <tbody>
            {groups.toSorted(bySolved).map(({ name, agents, levels, overall }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="none">{agents}</td>
                {LEVEL_ORDER.map((level) => (
                  <ShareCell key={level} share={levels[level]?.solved ?? null} />
                ))}
                <ShareCell share={overall.solved} />
                <ShareCell share={overall.score} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Agents compared, best first; choosing one shows its results on every view. */
export function Leaderboard() {
  const { data, agent: chosen, route } = usePage()
  return (
    <main id="main">
      <div class="headline">
        <div>
          <h1 tabIndex={-1}>Leaderboard</h1>
          <p class="sub">
            <span>
              {plural(data.agents.length, 'agent')} on {plural(data.tasks.length, 'task')}, by solved share
              with its 95 % interval
            </span>
          </p>
        </div>
      </div>
      <section class="card" aria-label="Agents">
        <div class="scroll-x">
          <table class="heat">
            <thead>
              <tr>
                <th scope="col">agent</th>
                <th scope="col">
                  <span class="hidden">interval, drawn</span>
                </th>
                <th scope="col">solved</th>
                <th scope="col">95 % interval</th>
                {LEVEL_ORDER.map((level) => (
                  <th key={level} scope="col">
                    {LEVEL_WORDS[level].short}
                  </th>
                ))}
                <th scope="col">score</th>
                <th scope="col">data flow</th>
              </tr>
            </thead>
            <tbody>
              {data.agents.toSorted(bySolved).map((agent) => (
                <tr key={agent.name}>
                  <th scope="row">
                    <a
                      href={hashOf({ view: 'overview', params: { ...route.params, agent: agent.name } })}
                      aria-current={agent === chosen ? 'true' : undefined}
                    >
                      {agent.name}
                    </a>
                    <span class="sub">{agent.group ?? agent.note}</span>
                  </th>
                  <td class="none">
                    <Range share={agent.overall.solved ?? 0} interval={agent.interval} />
                  </td>
                  <ShareCell share={agent.overall.solved} />
                  <td class="none">
                    {agent.interval
                      ? `${percent(agent.interval.low)} – ${percent(agent.interval.high)}`
                      : '–'}
                  </td>
                  {LEVEL_ORDER.map((level) => (
                    <ShareCell key={level} share={agent.levels[level]?.solved ?? null} />
                  ))}
                  <ShareCell share={agent.overall.score} />
                  <ShareCell share={agent.overall.data_flow} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Groups />
    </main>
  )
}
