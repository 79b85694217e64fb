import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { experimental_getRunnerTask as runnerTaskOf, type TestCase, type TestModule } from 'vitest/node'
import { parseBaseline } from '../baseline/store.ts'
import { describeUnnamedFailure, renderGateLines, selectNamedTasks } from '../report/gate-lines.ts'
import { describeSolved, suggestNextCommand } from '../report/gate-words.ts'
import type { Gates } from '../run/gates.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case, Run } from '../schema/run.ts'
import { type CaseMeta, readMeta } from './case-meta.ts'
import { readModuleFile } from './suite-id.ts'

/** The step, or the answer, that the reason of a failure is about. */
const readFailedPart = (reason: string): string => reason.split(':', 1)[0] as string

const buildFailure = (
  message: string,
  place?: { task: string; file: string; line: number; column?: number },
) => {
  const { task = '', file = '', line = 1, column = 1 } = place ?? {}
  return {
    name: 'GateFailed',
    message,
    stack: `GateFailed: ${message}${place === undefined ? '' : `\n    at ${task} (${file}:${line}:${column})`}`,
    stacks: place === undefined ? [] : [{ method: task, file, line, column }],
  }
}

type TestFailure = ReturnType<typeof buildFailure>

/** What a runner keeps of a test. Vitest 5 keeps attempts too, and its reporters print the errors of these alone. */
interface TestResult {
  errors?: TestFailure[]
  attempts?: { errors?: TestFailure[] }[]
}

/** A result with one more error, in its last attempt too. */
function appendError(result: TestResult, error: TestFailure | undefined): TestResult {
  if (error === undefined) return result
  const { errors = [], attempts } = result
  const last = attempts?.at(-1)
  return {
    ...result,
    errors: [...errors, error],
    ...(last && { attempts: [...(attempts ?? []).slice(0, -1), appendError(last, error)] }),
  }
}

/** Fails a test, or a module, in the tree that the reporters of the user are shown. */
function failPart(part: TestCase | TestModule, error?: TestFailure): void {
  const task = runnerTaskOf(part as TestModule)
  task.result = { ...appendError((task.result ?? {}) as TestResult, error), state: 'fail' }
}

/** Why a case fails. */
interface Complaint {
  message: string
  /** The cause of an attempt that failed. */
  reason?: string | undefined
}

/** Where the suite asks for what failed, if its worker knows; else the task. */
function findPlace(
  { failing }: Partial<CaseMeta>,
  reason: string | undefined,
  task: { file: string; line: number },
): { file: string; line: number; column?: number } {
  if (
    failing === undefined ||
    reason === undefined ||
    readFailedPart(reason) !== readFailedPart(failing.reason)
  )
    return task
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(failing.place) ?? []
  return file === undefined ? task : { file, line: Number(line), column: Number(column) }
}

/** Fails the test of a case, by its own name; false where no module has it. */
function failCase(
  modules: readonly TestModule[],
  item: Case,
  { message, reason }: Complaint,
  root: string,
): boolean {
  const { project = '', suite, line, task_id } = item
  for (const module of modules) {
    const file = readModuleFile(module.moduleId)
    if (module.project.name !== project || file !== resolve(root, suite)) continue
    for (const test of module.children.allTests()) {
      const meta: Partial<CaseMeta> = readMeta(test) ?? {}
      if (test.name !== task_id || (meta.line ?? line) !== line) continue
      failPart(test, buildFailure(message, { task: task_id, ...findPlace(meta, reason, { file, line }) }))
      failPart(module)
      return true
    }
  }
  return false
}

const formatReason = (reason: string | undefined): string => (reason === undefined ? '' : `\n${reason}`)

/** One run decides nothing, so a failure without the next command would look like a regression. */
const nextLine = (gate: Gate): string =>
  gate.verdict === 'needs-another-run' ? `\nneeds another run: ${suggestNextCommand(gate)}` : ''

const listComplaints = (gate: Gate): (Complaint & { key: string })[] => [
  ...selectNamedTasks(gate).map((task) => ({
    key: task.key,
    reason: task.reason,
    message: `${task.task_id}: ${describeSolved(task)}${formatReason(task.reason)}${nextLine(gate)}`,
  })),
  ...(gate.flips ?? [])
    .filter(({ real }) => real)
    .map(({ key, task_id, seed, reason }) => ({
      key,
      reason,
      message: `${task_id}: failed 2 of 2 attempts at seed ${seed}, solved in the baseline${formatReason(reason)}`,
    })),
]

/** Puts the first block that the terminal shows into the output of the project's first case: `system-out` in JUnit. */
function showGate(gate: Gate, modules: readonly TestModule[]): void {
  const [first] = modules
    .filter(({ project }) => project.name === (gate.project ?? ''))
    .flatMap(({ children }) => [...children.allTests()])
  if (first === undefined) return
  const task = runnerTaskOf(first)
  const content = `${renderGateLines(gate).join('\n')}\n`
  const log = { type: 'stdout', content, time: Date.now(), size: content.length, taskId: task.id } as const
  task.logs = [...(task.logs ?? []), log]
}

/**
 * Fails the cases that a failing gate names, so that Vitest's summary, JUnit and other reports show them by their own
 * names, at the lines of their tasks. Where it names none, as for a level or an outage, the module fails. To be called
 * before the reporters of the user are.
 *
 * @returns Number of the failed cases
 */
export function failNamedCases(modules: readonly TestModule[], run: Run, root: string): number {
  let failed = 0
  for (const gate of run.gates ?? []) {
    showGate(gate, modules)
    if (gate.exit === 0) continue
    const cases = run.cases.filter(({ project }) => (project ?? '') === (gate.project ?? ''))
    const shown = listComplaints(gate).filter(({ key, ...complaint }) => {
      const item = cases.find((one) => one.key === key)
      return item !== undefined && failCase(modules, item, complaint, root)
    })
    failed += shown.length
    const module = modules.find(({ project }) => project.name === (gate.project ?? ''))
    if (shown.length > 0 || module === undefined) continue
    failPart(module, buildFailure(`${describeUnnamedFailure(gate)}${nextLine(gate)}`))
  }
  return failed
}

/**
 * Fails the cases that watch mode shows as broken: not solved now, and always solved in the baseline. One attempt decides
 * nothing, so nothing is gated, and Vitest says no PASS over it either.
 *
 * @returns The cases that were failed
 */
export function failWatchedCases(
  modules: readonly TestModule[],
  cases: readonly Case[],
  gates: Gates,
  root: string,
): Set<Case> {
  const broken = new Set<Case>()
  for (const [project, { file }] of gates) {
    const shown = relative(root, file)
    if (!existsSync(file)) continue
    const { tasks } = parseBaseline(readFileSync(file, 'utf8'), shown)
    for (const item of cases) {
      const record = tasks[item.key ?? '']
      if ((item.project ?? '') !== project || record === undefined || item.score?.solved !== false) continue
      if (record.successes < record.attempts) continue
      const why = item.score.reason ?? item.score.cause ?? 'it was not solved'
      const message = `${item.task_id} was not solved, ${record.successes} of ${record.attempts} in ${shown}: ${why}`
      if (failCase(modules, item, { message, reason: item.score.reason }, root)) broken.add(item)
    }
  }
  return broken
}
