import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderDiff } from '../../../src/report/render-diff.ts'
import { MARKER, renderDiffForGithub } from '../../../src/report/render-diff-github.ts'
import { diffRuns as diffWith } from '../../../src/run/diff/diff-runs.ts'
import { buildRun } from '../../../src/run/model.ts'
import { readTraces, type StoredRun } from '../../../src/run/stored-run.ts'
import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { World } from '../../../src/tools/world/world.ts'
import { buildFrom, buildTask, IN_FAHRENHEIT, step } from '../../support/task.ts'

const diffRuns = (base: StoredRun, head: StoredRun, taskOf?: (item: Case) => Task | undefined) =>
  diffWith(base, head, registry, taskOf)

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A call of a plan: its arguments, perhaps by what the calls before gave. */
type Planned = [tool: string, args: JsonObject | ((results: JsonObject[]) => JsonObject)]

/** What is done in an attempt: calls one after the other, or an outage of the model before the first. */
type Plan = readonly Planned[] | 'outage'

const suite = 'a.suite.jsonl'

function traceOf(task: Task, plan: readonly Planned[], attempt: number): Trace {
  const world = new World(task.world?.seed ?? 0)
  const results: JsonObject[] = []
  const calls = plan.map(([tool_name, given], i): Call => {
    const args = typeof given === 'function' ? given(results) : given
    const done = executeTool(registry.get(tool_name) as Simulator, args, world)
    results.push(done.ok ? (done.output as JsonObject) : {})
    const { status, committed } = done
    const outcome = done.ok ? { result: done.output } : { error: done.error }
    const times = { turn: i, started: 2 * i, ended: 2 * i + 1 }
    return { id: `call_${i}`, tool_name, arguments: args, status, committed, ...outcome, ...times }
  })
  return { task_id: task.task_id, calls, final_answer: null, attempt, suite, agent: 'agent' }
}

/** A run of tasks with what was done in each attempt at them. */
function runWith(
  attempts: Readonly<Record<string, readonly Plan[]>>,
  tasks: readonly Task[],
  more: Partial<Case> = {},
): StoredRun {
  const dir = mkdtempSync(join(tmpdir(), 'tracewright-diff-'))
  folders.push(dir)
  const traces: Trace[] = []
  const cases = tasks.flatMap((task, i): Case[] => {
    const plans = attempts[task.task_id]
    if (plans === undefined) return []
    const records = plans.map((plan, attempt): AttemptRecord => {
      const head = { attempt, seed: 7, calls: plan.length }
      if (plan === 'outage') {
        traces.push({ ...traceOf(task, [], attempt), failure: '429 Too Many Requests' })
        return { ...head, calls: 0, outcome: 'errored', note: '429 Too Many Requests' }
      }
      const trace = traceOf(task, plan, attempt)
      traces.push(trace)
      const { steps: _, ...score } = scoreTrace(task, trace, registry)
      const usage = { input_tokens: 100 * plan.length, output_tokens: 0, model_calls: 1 }
      return { ...head, outcome: 'scored', score, usage }
    })
    const judged = records.some(({ outcome }) => outcome === 'scored')
    return [
      {
        suite,
        line: i + 1,
        task_id: task.task_id,
        level: task.level,
        agent: 'agent',
        key: task.prompt,
        outcome: judged ? 'scored' : 'errored',
        ...(judged ? {} : { note: '429 Too Many Requests' }),
        attempts: records,
        ...more,
      },
    ]
  })
  writeFileSync(join(dir, 'traces-r.jsonl'), traces.map((trace) => `${JSON.stringify(trace)}\n`).join(''))
  const run = buildRun({
    id: 'r',
    suites: '**/*.suite.jsonl',
    mode: 'score',
    scope: 'whole',
    failed: false,
    cases,
    traces: ['traces-r.jsonl'],
    errors: [],
  })
  return { run, dir }
}

const weather = buildTask('How warm is it in Oslo, in fahrenheit?', [
  step(1, 'get_weather', { city: 'Oslo' }),
  ...IN_FAHRENHEIT.slice(1),
])
const other: Task = { ...weather, task_id: 'other' }

const read: Planned = ['get_weather', { city: 'Oslo' }]
const convert: Planned = [
  'unit_convert',
  (results) => ({
    value: results.at(-1)?.temperature_celsius ?? null,
    from_unit: 'celsius',
    to_unit: 'fahrenheit',
  }),
]
const right: Plan = [read, convert]
/** Reads what it has read: solved all the same. */
const wasteful: Plan = [read, read, read, read, convert]

test('a changed prompt makes the agent answer without its tool', () => {
  const diff = diffRuns(
    runWith({ task: [right, right], other: [right] }, [weather, other]),
    runWith({ task: [[], []], other: [right] }, [weather, other]),
  )
  expect(diff).toMatchObject({
    compared: 2,
    solved: { base: { solved: 3, attempts: 3 }, head: { solved: 1, attempts: 3 } },
    changed: [
      {
        task_id: 'task',
        line: 1,
        differences: ['solved', 'tools'],
        edited: false,
        solved: { base: { solved: 2, attempts: 2 }, head: { solved: 0, attempts: 2 } },
        calls: { base: 2, head: 0 },
        tools: [
          { tool: 'get_weather', base: 1, head: 0 },
          { tool: 'unit_convert', base: 1, head: 0 },
        ],
        reason: expect.stringContaining('step_1 get_weather'),
        tree: { base: { seen: 2 }, head: { text: '(no call)', seen: 2 } },
      },
    ],
  })
})

test('a cheaper model reads what it has read, and still solves the task', () => {
  const diff = diffRuns(
    runWith({ task: [right, right] }, [weather]),
    runWith({ task: [wasteful, right] }, [weather]),
  )
  expect(diff.changed).toMatchObject([
    {
      differences: ['tools'],
      solved: { base: { solved: 2 }, head: { solved: 2 } },
      calls: { base: 2, head: 3.5 },
      tokens: { base: 200, head: 350 },
      tools: [{ tool: 'get_weather', base: 1, head: 4 }],
      reason: null,
      tree: { base: { seen: 2 }, head: { seen: 1 } },
    },
  ])
  const text = renderDiff(diff)
  expect(text).toContain('1 of 1 compared tasks were done differently: 1 solved as often as before.')
  expect(text).toContain('calls of get_weather 1 → 4')
  expect(text).toContain(
    '- before, in 2 of 2 attempts\n+ now, in 1 of 2 attempts\n  get_weather city="Oslo"\n',
  )
  expect(text).toContain('\n+ get_weather#2 city="Oslo"\n')
})

test('a short value that the task binds is a reference, also beside a call that failed', () => {
  const count = buildTask('Remind me of the number of words in "a b c".', [
    step(1, 'word_count', { text: 'a b c' }),
    step(2, 'create_task', { title: buildFrom(1, '/words') }, ['step_1']),
  ])
  const plan: Plan = [
    ['word_count', { text: 'a b c' }],
    ['create_task', ([read]) => ({ title: String(read?.words ?? '') })],
  ]
  const failing: Plan = [...plan, ['get_weather', {}]]
  const runs = [runWith({ task: [plan] }, [count]), runWith({ task: [failing] }, [count])] as const
  const [plain] = diffRuns(...runs).changed
  expect(plain?.tree.base.text).toContain('title="3"')
  const [diff] = diffRuns(...runs, () => count).changed
  expect(diff?.tree.base.text).toContain('create_task title=<word_count.words>')
  expect(diff?.tree.head.text).toContain('create_task title=<word_count.words>')
})

test('a rate limit in the middle of a run is no change', () => {
  const diff = diffRuns(
    runWith({ task: [right, right], other: [right] }, [weather, other]),
    runWith({ task: [right, 'outage'], other: ['outage'] }, [weather, other]),
  )
  expect(diff).toMatchObject({
    compared: 1,
    changed: [],
    not_compared: [{ task_id: 'other', why: 'head: errored, 429 Too Many Requests' }],
  })
  expect(renderDiff(diff)).toContain(
    'All 1 compared tasks were done as before: the same calls, and as many attempts solved.',
  )
  const nothing = diffRuns(runWith({ task: [right] }, [weather]), runWith({ task: ['outage'] }, [weather]))
  expect(renderDiff(nothing)).toContain('No task could be compared.')
})

test('an attempt made on suspicion is none of the run', () => {
  const head = runWith({ task: [right, []] }, [weather])
  const [attempt] = (head.run.cases[0]?.attempts ?? []).slice(1)
  if (attempt === undefined) throw new Error('the run has one attempt')
  attempt.rerun = true
  expect(diffRuns(runWith({ task: [right] }, [weather]), head)).toMatchObject({
    solved: { base: { solved: 1, attempts: 1 }, head: { solved: 1, attempts: 1 } },
    changed: [],
  })
})

test('the order of calls, their values, and an edited task are told apart', () => {
  const cities: Planned[] = [
    ['get_weather', { city: 'Oslo' }],
    ['get_weather', { city: 'Rome' }],
  ]
  const mail: Planned = ['get_current_time', { timezone: 'Europe/Oslo' }]
  const differencesOf = (before: Plan, now: Plan, more: Partial<Case> = {}): unknown => {
    const diff = diffRuns(runWith({ task: [before] }, [weather]), runWith({ task: [now] }, [weather], more))
    return diff.changed.map(({ differences, edited }) => [differences, edited])
  }
  expect(differencesOf([...cities, mail], [mail, ...cities])).toEqual([[['order'], false]])
  expect(differencesOf(cities.slice(0, 1), cities.slice(1), { key: 'another' })).toEqual([
    [['arguments'], true],
  ])
  expect(differencesOf(cities, cities, { key: 'another' })).toEqual([])
})

test('texts and lists that are cut are compared whole', () => {
  const letter = 'The long letter goes on and on, and nobody reads it to its end. '.repeat(4)
  const changed = (before: Planned, now: Planned): unknown =>
    diffRuns(runWith({ task: [[before]] }, [weather]), runWith({ task: [[now]] }, [weather])).changed
  const mail = (body: string): Planned => ['send_email', { to: 'a@example.com', subject: 'Pay', body }]
  expect(changed(mail(`${letter}100 EUR.`), mail(`${letter}100 EUR.`))).toEqual([])
  expect(changed(mail(`${letter}100 EUR.`), mail(`${letter}900 EUR.`))).toMatchObject([
    { differences: ['arguments'] },
  ])
  const list = (last: number): Planned => ['min_max', { values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, last] }]
  expect(changed(list(11), list(12))).toMatchObject([{ differences: ['arguments'] }])
})

test('a call that fails now is said to', () => {
  const sum = (expression: string): Planned => ['calculator', { expression }]
  const run = (...plan: Planned[]): StoredRun => runWith({ task: [plan] }, [weather])
  const both = diffRuns(run(sum('1 / 2')), run(sum('1 / 0')))
  expect(both.changed).toMatchObject([{ differences: ['arguments', 'failures'] }])
  expect(renderDiff(both)).toContain('arguments; which calls fail')
})

test('a run that broke off is said to', () => {
  const base = runWith({ task: [right] }, [weather])
  const head = { ...base, run: { ...base.run, complete: false } }
  const diff = diffRuns(base, head)
  for (const text of [renderDiff(diff), renderDiffForGithub(diff)])
    expect(text).toContain('The run now is partial')
  expect(renderDiff(diffRuns(base, base))).not.toContain('its end')
})

test('tasks of one run alone are named, and runs without a task in common are refused', () => {
  const base = runWith({ task: [right] }, [weather])
  const both = runWith({ task: [right], other: [right] }, [weather, other])
  expect(diffRuns(base, both)).toMatchObject({ added: [{ task_id: 'other' }], removed: [] })
  expect(diffRuns(both, base)).toMatchObject({ added: [], removed: [{ task_id: 'other' }] })
  expect(() => diffRuns(base, runWith({ other: [right] }, [weather, other]))).toThrow(
    /they have no task in common \(1 in the first, 1 in the second\)/,
  )
})

test('a run whose traces are gone is refused', () => {
  const base = runWith({ task: [right] }, [weather])
  rmSync(join(base.dir, 'traces-r.jsonl'))
  expect(() => diffRuns(base, runWith({ task: [right] }, [weather]))).toThrow(/traces-r\.jsonl are missing/)
  writeFileSync(join(base.dir, 'traces-r.jsonl'), `${JSON.stringify(traceOf(other, [], 0))}\n`)
  expect(() => diffRuns(base, runWith({ task: [right] }, [weather]))).toThrow(
    /the trace of attempt 1 at task is not in traces-r\.jsonl/,
  )
})

test('a run without attempts has no traces, and is read', () => {
  const { dir, run } = runWith({ task: [] }, [weather])
  writeFileSync(join(dir, 'traces-r.jsonl'), '')
  expect(readTraces({ dir, run }).size).toBe(0)
})

test('a comment on a pull request holds what names and values say, and fits', () => {
  const hostile: Task = { ...weather, task_id: '</pre>|@all <i>' }
  const many = Array.from({ length: 400 }, (_, i): Task => ({ ...weather, task_id: `task_${i}` }))
  const tasks = [hostile, ...many]
  const diff = diffRuns(
    runWith(Object.fromEntries(tasks.map(({ task_id }) => [task_id, [right]])), tasks),
    runWith(Object.fromEntries(tasks.map(({ task_id }) => [task_id, [wasteful]])), tasks),
  )
  const comment = renderDiffForGithub(diff)
  expect(comment.startsWith(MARKER)).toBe(true)
  expect(comment.length).toBeLessThan(65_536)
  expect(comment).not.toContain('@all')
  expect(comment).not.toContain('<i>')
  expect(comment).toMatch(/\d+ more tasks do not fit/)
  expect(comment.match(/<details>/g)?.length).toBe(comment.match(/<\/details>/g)?.length)
})

test('attempts are compared where the task took the same branch, and the branch is said', () => {
  const inBranch = (plans: readonly (readonly Planned[])[], branches: readonly string[]): StoredRun => {
    const stored = runWith({ task: plans }, [weather])
    const file = join(stored.dir, 'traces-r.jsonl')
    const traces = readFileSync(file, 'utf8').trim().split('\n')
    const named = traces.map((line, i) => JSON.stringify({ ...JSON.parse(line), branch: branches[i] }))
    writeFileSync(file, `${named.join('\n')}\n`)
    return stored
  }
  const base = inBranch([right, wasteful], ['with step_2', 'without step_2'])
  expect(diffRuns(base, inBranch([wasteful, right], ['without step_2', 'with step_2'])).changed).toEqual([])
  const [diff] = diffRuns(base, inBranch([wasteful], ['with step_2'])).changed
  expect(diff?.tree.base.text).toMatch(/^# with step_2\n/)
  expect(diff?.tree.head.text).toMatch(/^# with step_2\n/)
  expect(diff?.solved).toEqual({
    base: { solved: 1, attempts: 1 },
    head: { solved: expect.any(Number), attempts: 1 },
  })
  expect(diffRuns(base, inBranch([right], ['step_3 2 times']))).toMatchObject({
    changed: [],
    not_compared: [{ task_id: 'task', why: 'the attempts of the two runs took different branches' }],
  })
})
