import { computeLevelGaps } from '../../../metrics/level-gaps.ts'
import { mean } from '../../../metrics/weakest-tool-gap.ts'
import type { Level } from '../../../schema/task.ts'
import { groupDigits } from '../../../shared/english.ts'
import { Card } from './card.tsx'
import { formatPoints, shareText } from './format.ts'
import { usePage } from './page-context.ts'
import type { IndexedTask } from './task-index.ts'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

interface Bar {
  label: string
  /** From -1 to 1 of the width that a full bar has. */
  length: number
  text: string
}

/** Bars from the left, or from the middle where one is under 0. */
function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const unit = bars.some(({ length }) => length < 0) ? 50 : 100
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      {bars.map(({ label, length, text }) => (
        <div key={label} class="bar-row">
          <span>{label}</span>
          <span class="track" aria-hidden="true">
            <span
              style={{
                marginLeft: `${unit === 100 ? 0 : 50 + Math.min(0, unit * length)}%`,
                width: `${unit * Math.abs(length)}%`,
              }}
            />
          </span>
          <span class="amount">{text}</span>
        </div>
      ))}
    </figure>
  )
}

/** Mean cost of the standing attempts at each level: tokens where models state them, else the number of different tools. */
function listCosts(entries: readonly IndexedTask[]): { unit: string; costs: [Level, number][] } {
  const withUsage = entries.filter(({ attempt }) => (attempt?.usage?.model_calls ?? 0) > 0)
  const costOf = ({ attempt }: IndexedTask): number =>
    withUsage.length > 0
      ? (attempt?.usage?.input_tokens ?? 0) + (attempt?.usage?.output_tokens ?? 0)
      : (attempt?.called.length ?? 0)
  const known = withUsage.length > 0 ? withUsage : entries.filter(({ attempt }) => attempt !== undefined)
  return {
    unit: withUsage.length > 0 ? 'tokens' : 'different tools',
    costs: LEVEL_ORDER.flatMap((level) => {
      const costs = known.filter(({ task }) => task.level === level).map(costOf)
      return costs.length === 0 ? [] : [[level, mean(costs)]]
    }),
  }
}

/** Levels, history, gaps and cost of the chosen agent as bars. */
export function PicturesCard() {
  const { agent, entries, gate } = usePage()
  if (agent === undefined) return null
  const levels = LEVEL_ORDER.flatMap((level): Bar[] => {
    const solved = agent.levels[level]?.solved
    return solved == null ? [] : [{ label: LEVEL_WORDS[level], length: solved, text: shareText(solved) }]
  })
  const { drops, selection_gap, dagger } = computeLevelGaps(agent.levels)
  const named: [string, number | null][] = [
    ['L0 − L1', drops.L1_chain],
    ['L0 − L2', drops.L2_parallel],
    ['L0 − L3', drops.L3_dag],
    [`selection gap${dagger ? ' †' : ''}`, selection_gap],
  ]
  const gaps = named.flatMap(([label, gap]): Bar[] =>
    gap === null ? [] : [{ label, length: gap, text: formatPoints(100 * gap) }],
  )
  const { history: before = [], overall } = gate?.changes ?? {}
  const history = [...before, ...(before.length > 0 && overall?.now != null ? [overall.now] : [])].map(
    (solved, i): Bar => ({
      label: i === before.length ? 'now' : `run ${i + 1}`,
      length: solved,
      text: shareText(solved),
    }),
  )
  const { unit, costs } = listCosts(entries)
  const most = Math.max(1, ...costs.map(([, cost]) => cost))
  const costBars = costs.map(
    ([level, cost]): Bar => ({
      label: LEVEL_WORDS[level],
      length: cost / most,
      text: cost < 100 ? cost.toFixed(1) : groupDigits(Math.round(cost)),
    }),
  )
  return (
    <Card id="pictures" title="Levels, gaps and cost" sub="what composing costs">
      <div class="pictures">
        {levels.length > 0 && <Bars title="tasks solved" bars={levels} />}
        {history.length > 0 && <Bars title="tasks solved, from the baseline on" bars={history} />}
        {gaps.length > 0 && (
          <Bars title="score of single calls minus that of each level, in points" bars={gaps} />
        )}
        {costBars.length > 0 && <Bars title={`${unit} per task, mean`} bars={costBars} />}
      </div>
    </Card>
  )
}
