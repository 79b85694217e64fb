import type { Level } from '../../../schema/task.ts'
import { BarList, Card } from './card.tsx'
import { grouped } from './format.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Param } from './route.ts'
import { tally } from './task-index.ts'
import { LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

const SHOWN = 14

interface Group {
  param: Param
  title: string
  sub: string
  counts: [value: string, tasks: number][]
  name?: (value: string) => string
}

const Bars = ({ param, title, sub, counts, name = String }: Group) => (
  <Card id={param} title={title} sub={sub}>
    <BarList
      bars={counts.slice(0, SHOWN).map(([value, count]) => ({
        key: value,
        name: name(value),
        count,
        href: listHref({ [param]: value }),
      }))}
      most={Math.max(1, ...counts.map(([, count]) => count))}
      tone="neutral"
    />
    {counts.length > SHOWN && <p class="more muted">and {counts.length - SHOWN} more</p>}
  </Card>
)

/** What a suite holds: metrics at a glance, levels, patterns, and the tools that its tasks need. */
export function SuiteContents() {
  const { entries } = usePage()
  const tools = tally(entries.flatMap(({ task }) => [...new Set(task.planTools[0])]))
  const patterns = tally(entries.map(({ task }) => task.pattern))
  const levels = new Map(tally(entries.map(({ task }) => task.level)))
  const steps = entries.map((entry) => entry.steps)
  const offered = entries.map(({ task }) => task.tools.length)
  const mean = (values: number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(1)
  const tiles: [string, string | number][] = [
    ['Tasks', grouped(entries.length)],
    ['Patterns', patterns.length],
    ['Tools needed', tools.length],
    ['Steps, mean', mean(steps)],
    ['Steps, most', Math.max(0, ...steps)],
    ['Tools offered, mean', mean(offered)],
  ]
  const groups: Group[] = [
    {
      param: 'level',
      title: 'Levels',
      sub: 'tasks by shape',
      counts: LEVEL_ORDER.map((level) => [level, levels.get(level) ?? 0]),
      name: (level) => LEVEL_WORDS[level as Level],
    },
    { param: 'pattern', title: 'Patterns', sub: 'tasks by pattern', counts: patterns },
    { param: 'tool', title: 'Tools', sub: 'tasks that need a tool', counts: tools },
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
        {groups.map((group) => group.counts.length > 0 && <Bars key={group.param} {...group} />)}
      </div>
    </>
  )
}
