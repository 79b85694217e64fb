import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Level } from '../../../schema/task.ts'
import { SearchIcon, statusWord } from './icons.tsx'
import { goTo } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Param, Params } from './route.ts'
import { isUnsteady, type Status, tally } from './task-index.ts'
import { CHANGE_WORDS, LEVEL_ORDER, LEVEL_WORDS } from './words.ts'

/** Milliseconds without typing after which a search begins. */
const PAUSE = 30

type Option = [value: string, text: string]

function Choice({ name, label, options }: { name: Param; label: string; options: Option[] }) {
  const { route } = usePage()
  const value = route.params[name] ?? ''
  const known = value === '' || options.some(([option]) => option === value)
  return (
    <label>
      <span class="hidden">{label}</span>
      <select
        class="field"
        value={value}
        onChange={({ currentTarget }) => {
          const { [name]: _, ...rest } = route.params
          const params: Params = currentTarget.value === '' ? rest : { ...rest, [name]: currentTarget.value }
          goTo({ view: 'tasks', params }, { replace: true })
        }}
      >
        <option value="">{label}: all</option>
        {!known && <option value={value}>{value}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function Search() {
  const { route } = usePage()
  const [text, setText] = useState(route.params.q ?? '')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const searched = useRef(text)
  // Follows the address where something else changed it, such as the way back; what was typed since a search stays.
  useEffect(() => {
    const { q = '' } = route.params
    if (q !== searched.current) setText(q)
    searched.current = q
  }, [route.params.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const { q: _, ...rest } = route.params
      searched.current = value.trim() === '' ? '' : value
      goTo(
        { view: 'tasks', params: searched.current === '' ? rest : { ...rest, q: value } },
        { replace: true },
      )
    }, PAUSE)
  }
  return (
    <div class="search">
      <SearchIcon />
      <input
        id="search"
        class="field"
        type="search"
        aria-label="Search tasks"
        placeholder="Search ids, prompts, tools, reasons"
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value)}
      />
      {text === '' && <span class="slash">/</span>}
    </div>
  )
}

const counted = (items: [string, number][], name: (value: string) => string): Option[] =>
  items.map(([value, count]) => [value, `${name(value)} (${count})`])

/** Search and filters of the list; they stand in the address. */
export function FilterBar() {
  const { entries, data, route } = usePage()
  const options = useMemo(() => {
    const levels = new Map(tally(entries.map(({ task }) => task.level)))
    const tools = tally(entries.flatMap(({ task }) => [...new Set(task.planTools.flat())]))
    const byName = (a: [string, number], b: [string, number]): number => (a[0] < b[0] ? -1 : 1)
    const changes = tally(entries.map(({ result }) => result?.ledger?.change))
    const changed = changes.reduce((sum, [, count]) => sum + count, 0)
    const unsteady = entries.filter(isUnsteady).length
    const statuses = tally(entries.map(({ status }) => status))
    return {
      status: [
        ...counted(statuses, (status) => statusWord(status as Status)),
        ...(unsteady === 0 ? [] : [['unsteady', `solved sometimes (${unsteady})`] as Option]),
      ],
      change:
        changed === 0
          ? []
          : [
              ['any', `changed since the ledger (${changed})`] as Option,
              ...counted(changes, (change) => CHANGE_WORDS[change as keyof typeof CHANGE_WORDS]),
            ],
      level: LEVEL_ORDER.filter((level) => levels.has(level)).map(
        (level: Level): Option => [level, `${LEVEL_WORDS[level].short} (${levels.get(level)})`],
      ),
      pattern: counted(tally(entries.map(({ task }) => task.pattern)).sort(byName), String),
      cause: counted(tally(entries.map(({ cause }) => cause)), String),
      tool: counted(tools.sort(byName), String),
      steps: tally(entries.map(({ steps }) => String(steps)))
        .sort((a, b) => Number(a[0]) - Number(b[0]))
        .map(([steps, count]): Option => [steps, `${steps} ${steps === '1' ? 'step' : 'steps'} (${count})`]),
      suite: counted(tally(entries.map(({ task }) => task.suite)), String),
    }
  }, [entries])
  const { agent, ...narrowing } = route.params
  const clear = () => goTo({ view: 'tasks', params: agent === undefined ? {} : { agent } }, { replace: true })
  return (
    <search class="filters" aria-label="Tasks">
      <Search />
      {data.agents.length > 0 && <Choice name="status" label="Outcome" options={options.status} />}
      {(options.change.length > 0 || route.params.change !== undefined) && (
        <Choice name="change" label="Ledger" options={options.change} />
      )}
      <Choice name="level" label="Level" options={options.level} />
      <Choice name="steps" label="Steps" options={options.steps} />
      {options.pattern.length > 0 && <Choice name="pattern" label="Pattern" options={options.pattern} />}
      {data.agents.length > 0 && <Choice name="cause" label="Cause" options={options.cause} />}
      <Choice name="tool" label="Tool" options={options.tool} />
      {data.suites.length > 1 && <Choice name="suite" label="Suite" options={options.suite} />}
      {Object.keys(narrowing).length > 0 && (
        <button type="button" class="button bare" onClick={clear}>
          Clear
        </button>
      )}
    </search>
  )
}
