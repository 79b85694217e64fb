import { useMemo } from 'preact/hooks'
import type { Level } from '../../../schema/task.ts'
import { tally } from '../../../shared/group.ts'
import { goTo, listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Param } from './route.ts'
import { describeStatus } from './status.tsx'
import { type IndexedTask, isUnsteady, listToolNames, type Status } from './task-index.ts'
import { CHANGE_WORDS, LEVEL_WORDS } from './words.ts'

type FilterOption = [value: string, text: string]
type FilterChoice = [name: Param, label: string, options: FilterOption[]]

const countOptions = (values: readonly string[], name: (value: string) => string = String): FilterOption[] =>
  tally(values).map(([value, count]) => [value, `${name(value)} (${count})`])

const sortByName = (options: FilterOption[]): FilterOption[] =>
  options.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

/** What the list can be narrowed by, with the number of tasks of each. */
function listChoices(entries: readonly IndexedTask[]): FilterChoice[] {
  const unsteady = entries.filter(isUnsteady).length
  const changes = entries.flatMap(({ result }) => result?.baseline?.change ?? [])
  return [
    [
      'status',
      'Outcome',
      [
        ...countOptions(
          entries.map(({ status }) => status),
          (status) => describeStatus(status as Status),
        ),
        ...(unsteady === 0 ? [] : [['unsteady', `flaky (${unsteady})`] as FilterOption]),
      ],
    ],
    [
      'change',
      'Baseline',
      [
        ['any', `changed since the baseline (${changes.length})`] as FilterOption,
        ...countOptions(changes, (change) => CHANGE_WORDS[change as keyof typeof CHANGE_WORDS]),
      ],
    ],
    [
      'level',
      'Level',
      sortByName(
        countOptions(
          entries.flatMap(({ task }) => task.level ?? []),
          (level) => LEVEL_WORDS[level as Level],
        ),
      ),
    ],
    [
      'steps',
      'Steps',
      sortByName(
        countOptions(
          entries.map(({ steps }) => String(steps)),
          (steps) => `${steps} ${steps === '1' ? 'step' : 'steps'}`,
        ),
      ),
    ],
    ['pattern', 'Pattern', sortByName(countOptions(entries.flatMap(({ task }) => task.pattern ?? [])))],
    ['cause', 'Cause', countOptions(entries.flatMap(({ cause }) => cause ?? []))],
    ['tool', 'Tool', sortByName(countOptions(entries.flatMap(({ task }) => listToolNames(task))))],
    ['suite', 'Suite', countOptions(entries.map(({ task }) => task.suite))],
  ]
}

/** Search and filters of the list; they stand in the address. A filter with one value narrows nothing. */
export function FilterBar() {
  const { entries, route, agentParams } = usePage()
  const choices = useMemo(() => listChoices(entries), [entries])
  const { agent: _, ...narrowing } = route.params
  const narrow = (name: Param, value: string) => {
    const { [name]: _, ...rest } = route.params
    goTo({ view: 'tasks', params: value === '' ? rest : { ...rest, [name]: value } }, { replace: true })
  }
  return (
    <search class="filters" aria-label="Tasks">
      <input
        id="search"
        class="field"
        type="search"
        aria-label="Search tasks"
        placeholder="Search ids, prompts, tools, reasons"
        value={route.params.q ?? ''}
        onInput={({ currentTarget }) => narrow('q', currentTarget.value)}
      />
      {choices.map(([name, label, options]) => {
        const value = route.params[name] ?? ''
        if (options.length < 2 && value === '') return null
        return (
          <label key={name}>
            <span class="hidden">{label}</span>
            <select
              class="field"
              value={value}
              onChange={({ currentTarget }) => narrow(name, currentTarget.value)}
            >
              <option value="">{label}: all</option>
              {value !== '' && options.every(([option]) => option !== value) && (
                <option value={value}>{value}</option>
              )}
              {options.map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        )
      })}
      {Object.keys(narrowing).length > 0 && (
        <a class="button bare" href={listHref(agentParams)}>
          Clear
        </a>
      )}
    </search>
  )
}
