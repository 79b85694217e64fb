import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { taskKey } from '../baseline/task-key.ts'
import { applyRunOptions } from '../run/apply-run-options.ts'
import { createWatch, watchModule } from '../run/watchdog/watch.ts'
import type { Task } from '../schema/task.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import { describeThrown } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { MAX_TIMER_MS } from '../shared/timer.ts'
import { type CodeTask, closeCollector, openCollector } from '../suites/code/code-task.ts'
import { describeTakenName, parseCodeTask, prepareTask } from '../suites/code/write-task.ts'
import { checkSuite } from '../suites/load/check/check-suite.ts'
import { SuiteError } from '../suites/load/suite-error.ts'
import { ApplicationError } from '../tasks/reference/live-application.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-time.ts'
import type { TracewrightMeta } from './case-meta.ts'
import { type CaseLimits, computeCaseTimeout } from './case-timeout.ts'
import { findQuoted, placeAtTask } from './failing-place.ts'
import type { ModuleLoader } from './finish-run.ts'
import { bindNamedChecks, type ModuleFacts, openSuiteRun, type SuiteRun } from './run-case.ts'
import { createSliceFilter, parseSlice } from './suite-id.ts'

export interface CodeFacts extends ModuleFacts {
  concurrent: boolean
  limits: CaseLimits
}

/** A task that was registered, with what is known of it before its function was run. */
interface Registered {
  line: number
  task: WrittenTask
  code: CodeTask
}

/** A task whose function is not yet run: what reads its state is found out then. */
const dropState = ({ world: { state: _, ...world } = { seed: 0 }, ...task }: Task): Task => ({
  ...task,
  world,
})

/** Registers the tasks of one module as tests of Vitest. */
class CodeCases {
  private readonly run: SuiteRun
  private readonly facts: CodeFacts
  private readonly taskOf = new Map<string, CodeTask>()
  /** What was warned of in the suite. */
  private readonly said = new Set<string>()
  private readonly isInSlice: () => boolean

  constructor(run: SuiteRun, facts: CodeFacts) {
    this.run = run
    this.facts = facts
    this.isInSlice = createSliceFilter(facts.file, run.settings.root, parseSlice(facts.module))
  }

  get names(): Iterable<string> {
    return this.taskOf.keys()
  }

  push(code: CodeTask): void {
    const one = this.check(code)
    if (!this.isInSlice()) return
    const { task, line } = one
    const { concurrent, limits } = this.facts
    const options = {
      concurrent,
      timeout: computeCaseTimeout(task, limits),
      meta: { tracewrightLine: line } satisfies TracewrightMeta as object,
      ...dropUndefinedFields({ tags: task.tags }),
    }
    const register = code.mode === 'only' ? test.only : test
    try {
      register(task.task_id, options, (ctx) => this.runCase(ctx, one))
    } catch (error) {
      const tags = (task.tags ?? []).map((name) => `{ name: ${JSON.stringify(name)} }`)
      const message = `${describeThrown(error)}. Declare them in the Vitest config: test: { tags: [${tags.join(', ')}] }`
      throw placeAtTask(new SuiteError(this.facts.file, [{ line, field: 'tags', message }]), code.name, {
        file: this.facts.file,
        line,
      })
    }
  }

  /** @throws SuiteError for a task that no suite may have, with its place as the only frame */
  private check(code: CodeTask): Registered {
    const { line, name } = code
    try {
      const task = this.parse(code)
      if (code.mode !== 'todo')
        checkSuite(bindNamedChecks([{ line, task: dropState(task) }]), this.facts.file, this.run.registry)
      return { line, task, code }
    } catch (error) {
      const at = { file: this.facts.file, line }
      if (!(error instanceof SuiteError)) throw error instanceof Error ? placeAtTask(error, name, at) : error
      const { problems } = error
      throw placeAtTask(
        new SuiteError(at.file, problems, findQuoted(problems[0]?.message ?? '', at)),
        name,
        at,
      )
    }
  }

  private parse(code: CodeTask): Task {
    const { line, name } = code
    const earlier = this.taskOf.get(name)
    const task =
      earlier === undefined ? parseCodeTask(code) : [{ field: '', message: describeTakenName(code, earlier) }]
    this.taskOf.set(name, code)
    if (!Array.isArray(task)) return task
    throw new SuiteError(
      this.facts.file,
      task.map((problem) => ({ line, ...problem })),
    )
  }

  private async runCase(ctx: TestContext, one: Registered): Promise<void> {
    const { run, facts } = this
    const { line, code } = one
    const key = this.computeKey(one.task)
    const meta = run.buildMeta(one.task, line, key)
    const watched = {
      head: run.head,
      place: { project: run.head.project, suite: run.suite, key },
      task_id: code.name,
    }
    const note = ctx.task.meta as TracewrightMeta
    note.tracewright = meta
    const isLeftOut = code.mode === 'skip' || code.mode === 'todo'
    if (isLeftOut) meta.level = undefined
    try {
      if (!isLeftOut) await run.openNetwork(one.task, line)
      const { task, warnings = [] } = await prepareTask(
        one,
        facts.file,
        run.registry,
        createWatch(run.settings, MAX_RUN_MS, watched),
        this.said,
      )
      for (const warning of warnings) process.stderr.write(` tracewright  ${warning}\n`)
      if (!isLeftOut) return await run.runTask(ctx, task, line, this.findNextLine(line))
      if (code.reference !== undefined) note.tracewright = run.buildMeta(task, line, this.computeKey(task))
    } catch (error) {
      if (!(error instanceof SuiteError || error instanceof ApplicationError)) throw error
      if (!isLeftOut) {
        meta.runError = error.message
        throw placeAtTask(error, code.name, { file: facts.file, line })
      }
    }
    note.tracewright.outcome = 'skipped'
    ctx.skip(code.mode === 'todo' ? 'to be done' : 'skipped by its suite')
  }

  /** Line of the next task of the suite; endless for the last one. */
  private findNextLine(line: number): number {
    return Math.min(...[...this.taskOf.values()].map((other) => other.line).filter((other) => other > line))
  }

  private computeKey(task: WrittenTask): string {
    return taskKey(applyRunOptions(task, this.run.settings))
  }
}

/**
 * Binds the tasks that a suite as code registers to its agent. Called before the module's own statements; a task that is
 * wrong is an error of the module, a function that fails is one of its case.
 *
 * @param load Imports a module in this worker
 * @returns To be called behind the module's own statements
 */
export async function bindCode(
  agentModule: Record<string, unknown>,
  facts: CodeFacts,
  load: ModuleLoader,
): Promise<() => void> {
  const run = await openSuiteRun(agentModule, facts, load)
  const cases = new CodeCases(run, facts)
  openCollector(cases)
  beforeAll(closeCollector)
  // Each rerun has a time limit of its own.
  afterAll(() => run.finish(() => cases.names), MAX_TIMER_MS)
  const { settings, head, suite } = run
  const place = { project: head.project, suite, key: '' }
  const { testPath } = expect.getState()
  return watchModule(settings, MAX_RUN_MS, { head, place }, () => expect.getState().testPath === testPath)
}
