import type { Level } from '../../../schema/task.ts'
import { type Bar, BarList, Card } from './card.tsx'
import { LevelMark } from './icons.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { tally } from './task-index.ts'
import { LEVEL_ORDER } from './words.ts'

const SHOWN = 14

function Bars({ id, title, sub, bars }: { id: string; title: string; sub: string; bars: Bar[] }) {
  if (bars.length === 0) return null
  return (
    <Card id={id} title={title} sub={sub}>
      <BarList
        bars={bars.slice(0, SHOWN)}
        most={Math.max(1, ...bars.map(({ count }) => count))}
        tone="neutral"
      />
      {bars.length > SHOWN && <p class="more muted">and {bars.length - SHOWN} more</p>}
    </Card>
  )
}

/** What a suite holds: metrics at a glance, levels, patterns, and the tools that its tasks need. */
export function SuiteContents() {
  const { entries } = usePage()
  const needed = entries.map(({ task }) => [...new Set(task.planTools[0])])
  const tools = tally(needed.flat())
  const patterns = tally(entries.map(({ task }) => task.pattern))
  const levels = new Map(tally(entries.map(({ task }) => task.level)))
  const steps = entries.map((entry) => entry.steps)
  const offered = entries.map(({ task }) => task.tools.length)
  const mean = (values: number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(1)
  const tiles: [string, string | number][] = [
    ['Tasks', entries.length.toLocaleString('en')],
    ['Patterns', patterns.length],
    ['Tools needed', tools.length],
    ['Steps, mean', mean(steps)],
    ['Steps, most', Math.max(0, ...steps)],
    ['Tools offered, mean', mean(offered)],
  ]
  return (
    <>
      <dl class="tiles" aria-label="The suite in numbers">
        {tiles.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="columns three">
        <div class="stack">
          <Bars
            id="levels"
            title="Levels"
            sub="tasks by shape"
            bars={LEVEL_ORDER.filter((level) => levels.has(level)).map((level: Level) => ({
              key: level,
              name: <LevelMark level={level} />,
              count: levels.get(level) ?? 0,
              href: listHref({ level }),
            }))}
          />
          <Bars
            id="steps"
            title="Steps"
            sub="tasks by expected calls"
            bars={tally(steps.map(String))
              .sort((a, b) => Number(a[0]) - Number(b[0]))
              .map(([count, tasks]) => ({
                key: count,
                name: `${count} ${count === '1' ? 'step' : 'steps'}`,
                count: tasks,
                href: listHref({ steps: count }),
              }))}
          />
        </div>
        <Bars
          id="patterns"
          title="Patterns"
          sub="tasks by pattern"
          bars={patterns.map(([pattern, count]) => ({
            key: pattern,
            name: pattern,
            count,
            href: listHref({ pattern }),
          }))}
        />
        <Bars
          id="tools"
          title="Tools"
          sub="tasks that need a tool"
          bars={tools.map(([tool, count]) => ({
            key: tool,
            name: <code>{tool}</code>,
            count,
            href: listHref({ tool }),
          }))}
        />
      </div>
    </>
  )
}
