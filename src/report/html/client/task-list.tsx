import { useEffect, useMemo, useRef } from 'preact/hooks'
import { AttemptMarks } from './attempt-marks.tsx'
import { FilterBar } from './filter-bar.tsx'
import { plural, shareText } from './format.ts'
import { LevelMark, StatusIcon } from './icons.tsx'
import { rememberedRow, rememberRow, useListKeys } from './list-keys.ts'
import { goTo } from './navigate.ts'
import { usePage } from './page-context.ts'
import { hashOf, type Params } from './route.ts'
import type { IndexedTask } from './task-index.ts'
import { useRows } from './use-rows.ts'
import { CHANGE_WORDS } from './words.ts'

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

interface RowProps {
  entry: IndexedTask
  index: number
  params: Params
  run: boolean
  repeated: boolean
}

function Row({ entry, index, params, run, repeated }: RowProps) {
  const { task, status, cause, steps, result } = entry
  const change = result?.ledger?.change
  return (
    <tr class="row" aria-rowindex={index + 2}>
      {run && (
        <td>
          <StatusIcon status={status} />
        </td>
      )}
      <th scope="row">
        <a
          href={hashOf({ view: 'task', key: task.key, params })}
          data-row={index}
          onClick={() => rememberRow(task.key)}
        >
          <span class="id">
            {task.task_id} <span class="muted">{task.pattern}</span>
          </span>
          <span class="prompt">{task.prompt}</span>
        </a>
      </th>
      <td>
        <LevelMark level={task.level} />
      </td>
      <td class="num">{steps}</td>
      {repeated && (
        <td>
          <AttemptMarks attempts={result?.attempts ?? []} />
        </td>
      )}
      {run && (
        <>
          <td>
            <Score entry={entry} />
          </td>
          <td>
            {cause && <span class="pill">{cause}</span>}
            {status === 'skipped' || status === 'errored' ? (
              <span class="muted small">{result?.note}</span>
            ) : null}
            {change && <span class="changed muted">{CHANGE_WORDS[change]}</span>}
          </td>
        </>
      )}
    </tr>
  )
}

const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing that can be focused
    <tr class="spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  ) : null

function Nothing() {
  const { filters } = usePage()
  const clear = () =>
    goTo({ view: 'tasks', params: filters.agent === undefined ? {} : { agent: filters.agent } })
  return (
    <div class="empty">
      <p>No task fits these filters.</p>
      <p>
        <button type="button" class="button" onClick={clear}>
          Show all tasks
        </button>
      </p>
    </div>
  )
}

/** All tasks that fit the filters; only the rows in view are in the document. */
export function TaskList() {
  const { listed, entries, data, route } = usePage()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRows(scroller, listed.length)
  const run = data.agents.length > 0
  const repeated = useMemo(
    () => entries.some(({ result }) => result !== undefined && result.attempts.length > 1),
    [entries],
  )
  const columns = (run ? 6 : 3) + (repeated ? 1 : 0)
  const focusRow = useListKeys(scroller, listed.length, rows.scrollTo)
  useEffect(() => {
    const index = listed.findIndex(({ task }) => task.key === rememberedRow())
    if (index >= 0) focusRow(index)
    // Once, on coming back from a task.
  }, [])
  const count =
    listed.length === entries.length
      ? plural(entries.length, 'task')
      : `${listed.length.toLocaleString('en')} of ${plural(entries.length, 'task')}`
  return (
    <main id="main" class="tasks-view">
      <div class="headline">
        <h1 tabIndex={-1}>Tasks</h1>
        <p class="muted" role="status" aria-live="polite">
          {count}
        </p>
      </div>
      <FilterBar />
      <div class="list" ref={scroller}>
        {listed.length === 0 ? (
          <Nothing />
        ) : (
          <table aria-rowcount={listed.length + 1} aria-label="Tasks">
            <colgroup>
              {run && <col class="c-status" />}
              <col />
              <col class="c-level" />
              <col class="c-steps" />
              {repeated && <col class="c-attempts" />}
              {run && <col class="c-score" />}
              {run && <col class="c-cause" />}
            </colgroup>
            <thead>
              <tr aria-rowindex={1}>
                {run && (
                  <th scope="col">
                    <span class="hidden">outcome</span>
                  </th>
                )}
                <th scope="col">task</th>
                <th scope="col">level</th>
                <th scope="col" class="num">
                  steps
                </th>
                {repeated && <th scope="col">attempts</th>}
                {run && (
                  <th scope="col" class="num">
                    score
                  </th>
                )}
                {run && <th scope="col">cause</th>}
              </tr>
            </thead>
            <tbody>
              <Spacer height={rows.before} columns={columns} />
              {rows.items.map(({ index }) => {
                const entry = listed[index]
                if (entry === undefined) return null
                return (
                  <Row
                    key={entry.task.key}
                    entry={entry}
                    index={index}
                    params={route.params}
                    run={run}
                    repeated={repeated}
                  />
                )
              })}
              <Spacer height={rows.after} columns={columns} />
            </tbody>
          </table>
        )}
      </div>
    </main>
  )
}
