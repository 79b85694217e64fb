import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupDigits } from '../../../shared/english.ts'
import { AttemptMarks } from './attempt-marks.tsx'
import { FilterBar } from './filter-bar.tsx'
import { formatPlural, shareText } from './format.ts'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { buildHash, type Params } from './route.ts'
import { StatusSign } from './status.tsx'
import type { IndexedTask } from './task-index.ts'
import { CHANGE_WORDS, LEVEL_WORDS } from './words.ts'

function Score({ entry }: { entry: IndexedTask }) {
  const score = entry.attempt?.score?.score
  if (score === undefined) return <span class="muted">–</span>
  return (
    <span class="score-cell">
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${score * 100}%` }} />
      </span>
      <span class="figure">{shareText(score)}</span>
    </span>
  )
}

function Cause({ entry: { cause, status, result } }: { entry: IndexedTask }) {
  const change = result?.baseline?.change
  return (
    <>
      {cause && <span class="pill">{cause}</span>}
      {(status === 'skipped' || status === 'errored') && <span class="muted small">{result?.note}</span>}
      {change && <span class="changed muted">{CHANGE_WORDS[change]}</span>}
    </>
  )
}

const TaskLink = ({
  entry: { task },
  index,
  params,
}: {
  entry: IndexedTask
  index: number
  params: Params
}) => (
  <a href={buildHash({ view: 'task', key: task.key, params })} data-row={index}>
    <span class="id">
      {task.task_id} <span class="muted">{task.pattern}</span>
    </span>
    <span class="prompt">{task.prompt}</span>
  </a>
)

/** A column beside that of the tasks themselves. */
interface TaskColumn {
  name: string
  cell: (entry: IndexedTask) => ComponentChildren
}

const STATUS: TaskColumn = { name: 'outcome', cell: ({ status }) => <StatusSign status={status} /> }
const LEVEL: TaskColumn = { name: 'level', cell: ({ task }) => task.level && LEVEL_WORDS[task.level] }
const STEPS: TaskColumn = { name: 'steps', cell: ({ steps }) => steps }
const ATTEMPTS: TaskColumn = {
  name: 'attempts',
  cell: ({ result }) => <AttemptMarks attempts={result?.attempts ?? []} />,
}
const SCORE: TaskColumn = { name: 'score', cell: (entry) => <Score entry={entry} /> }
const CAUSE: TaskColumn = { name: 'cause', cell: (entry) => <Cause entry={entry} /> }

/** Pixels; the style sheet gives rows this height. */
const ROW_HEIGHT = 60
/** Rows that are drawn before those in view, and after them. */
const AROUND = 8

/** The place of rows that are not drawn. */
const Spacer = ({ rows }: { rows: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing that can be focused
  <tr class="spacer" aria-hidden="true" style={{ height: `${Math.max(0, rows) * ROW_HEIGHT}px` }} />
)

/** How far the list was scrolled when it was left, in rows. */
let scrolled = 0

/** All tasks that fit the filters; only the rows in view are in the document. */
export function TaskList() {
  const { listed, entries, data, route, agentParams } = usePage()
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(scrolled)
  useLayoutEffect(() => {
    if (scrolled > 0) scroller.current?.scrollTo(0, scrolled * ROW_HEIGHT)
  }, [])
  const first = Math.min(listed.length, Math.max(0, top - AROUND))
  const last = Math.min(listed.length, top + Math.ceil(screen.height / ROW_HEIGHT) + AROUND)
  const columns = useMemo(() => {
    const hasRun = data.agents.length > 0
    const isRepeated = entries.some(({ result }) => (result?.attempts.length ?? 0) > 1)
    return {
      before: hasRun ? [STATUS] : [],
      after: [LEVEL, STEPS, ...(isRepeated ? [ATTEMPTS] : []), ...(hasRun ? [SCORE, CAUSE] : [])],
    }
  }, [data, entries])
  const renderHeads = (some: readonly TaskColumn[]) =>
    some.map(({ name }) => (
      <th key={name} scope="col" class={`c-${name}`}>
        <span class={name === 'outcome' ? 'hidden' : ''}>{name}</span>
      </th>
    ))
  const renderCells = (some: readonly TaskColumn[], entry: IndexedTask) =>
    some.map(({ name, cell }) => (
      <td key={name} class={`c-${name}`}>
        {cell(entry)}
      </td>
    ))
  return (
    <main id="main" class="tasks-view">
      <div class="headline">
        <h1 tabIndex={-1}>Tasks</h1>
        <p class="muted" role="status" aria-live="polite">
          {listed.length !== entries.length && `${groupDigits(listed.length)} of `}
          {formatPlural(entries.length, 'task')}
        </p>
      </div>
      <FilterBar />
      <div
        class="list"
        ref={scroller}
        onScroll={({ currentTarget }) => {
          scrolled = Math.floor(currentTarget.scrollTop / ROW_HEIGHT)
          setTop(scrolled)
        }}
      >
        {listed.length === 0 ? (
          <p class="empty">
            No task fits these filters. <a href={listHref(agentParams)}>Show all tasks</a>
          </p>
        ) : (
          <table aria-rowcount={listed.length + 1} aria-label="Tasks">
            <thead>
              <tr aria-rowindex={1}>
                {renderHeads(columns.before)}
                <th scope="col">task</th>
                {renderHeads(columns.after)}
              </tr>
            </thead>
            <tbody>
              <Spacer rows={first} />
              {listed.slice(first, last).map((entry, i) => (
                <tr key={entry.task.key} class="row" aria-rowindex={first + i + 2}>
                  {renderCells(columns.before, entry)}
                  <th scope="row">
                    <TaskLink entry={entry} index={first + i} params={route.params} />
                  </th>
                  {renderCells(columns.after, entry)}
                </tr>
              ))}
              <Spacer rows={listed.length - last} />
            </tbody>
          </table>
        )}
      </div>
    </main>
  )
}
