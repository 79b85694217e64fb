import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import { DIFFICULTIES } from '../../schema/environment-result.ts'
import type { Level, Task } from '../../schema/task.ts'
import { type JsonlFile, openJsonl } from '../../shared/jsonl-file.ts'
import { writeLines, writeWhole } from '../../shared/whole-file.ts'
import { type AuditFinding, type AuditReport, auditSuite } from '../../suites/audit/audit-suite.ts'
import {
  judgeQuestion,
  type RequestVerdict,
  requestVerdictSchema,
  verdictsFile,
} from '../../suites/audit/request-judge.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { idsIn } from '../../tools/imported/store/exchange.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { mergeReports, runItems, type StageContext, type StageReport } from '../generate/run-items.ts'
import { lines, PART, type StageOptions, whileAsking } from '../generate/while-asking.ts'
import { type HandlerGroup, runHandlers, stateLines, toolkitOf } from '../handlers/run-handlers.ts'
import { describeTool } from '../handlers/state.ts'
import { wireName } from '../simulate/effect.ts'
import { type SyntheticToolkit, syntheticToolkitSchema } from '../toolkit/toolkit.ts'
import { type EnvironmentTask, environmentTaskSchema } from './environment-task.ts'
import { TaskBench, type Wanted } from './task-bench.ts'
import { type Drafts, draftsSchema } from './to-task.ts'
import {
  type PlanItem,
  readToolSets,
  TOOL_COUNTS,
  type ToolSet,
  type Workshop,
  workshopOf,
} from './tool-sets.ts'

type File = JsonlFile<WorkLine>

/** The same for the same plan; its number may change when plans before it go. */
const planKey = ({ difficulty, tools }: PlanItem): string =>
  `${difficulty}: ${tools.map(normalise).join(' -> ')}`

/** The line of a plan that was asked for this many tasks; undefined where it is open. */
export const planLine = (file: File, set: ToolSet, plan: PlanItem, wanted: Wanted): WorkLine | undefined =>
  file.lines.find(
    (line) =>
      line.set === set.key &&
      line.plan === planKey(plan) &&
      line.wanted.valid === wanted.valid &&
      line.wanted.invalid === wanted.invalid,
  )

const groupOf = ({ name, field, subdomain, task, tools, plans }: ToolSet): HandlerGroup => ({
  name,
  about: [
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    `Task: ${task}`,
    `Plans: ${plans.map((plan) => plan.tools.join(' -> ')).join(' | ')}`,
  ],
  tools,
  state: undefined,
  known: [],
  handled: new Map(),
})

/** Asks for the tasks of one plan until enough are proved. What was proved stays, also where the rest never is. */
async function askPlan(
  plan: PlanItem,
  wanted: Wanted,
  workshop: Workshop,
  ask: Asker,
): Promise<ModelAnswer<WorkLine>> {
  const here = new Set(workshop.tools.map(({ name }) => normalise(name)))
  const gone = plan.tools.filter((name) => !here.has(normalise(name)))
  if (gone.length > 0)
    return { ok: false, problems: [`rules and handlers do not answer every call of ${gone.join(', ')}`] }
  const bench = new TaskBench({
    ...{ plan, wanted, workshop },
    judge: (task) => {
      const names = task.expected_trace.steps.map(({ tool_name }) => tool_name)
      const used = workshop.tools.filter(({ name }) => names.includes(wireName(name)))
      return ask(judgeQuestion(task, used.map(describeTool)))
    },
  })
  const answer = await ask(draftsQuestion(plan, wanted, workshop, bench))
  const { tasks, verdicts, drafts, sentBack, dropped } = bench
  if (tasks.length === 0) {
    const problems = dropped.map(({ reason, problems: all }) => `${reason}: ${all[0] ?? ''}`)
    return { ok: false, problems: answer.ok || problems.length > 0 ? problems : answer.problems }
  }
  return {
    ok: true,
    value: {
      set: workshop.set.key,
      plan: planKey(plan),
      wanted: { ...wanted },
      tasks,
      verdicts,
      drafts,
      sent_back: Object.fromEntries(sentBack),
      dropped: dropped.map(({ problems, ...rest }) => ({ ...rest, problems: [...problems] })),
    },
    notes: [...bench.notes, ...dropped.map(({ reason, prompt }) => `dropped (${reason}): ${prompt}`)],
  }
}

function runPlans(
  sets: readonly ToolSet[],
  workshops: ReadonlyMap<ToolSet, Workshop>,
  wanted: Wanted,
  file: File,
  ask: Asker,
  context: StageContext,
) {
  return runItems<{ set: ToolSet; plan: PlanItem }, WorkLine>(
    {
      stage: 'plans',
      items: sets.flatMap((set) => set.plans.map((plan) => ({ set, plan }))),
      // The drafts, and a verdict on each task that can be done.
      questions: 1 + wanted.valid,
      nameOf: ({ set, plan }) => `plan ${plan.number} of ${set.name} (${planKey(plan)})`,
      isDone: ({ set, plan }) => planLine(file, set, plan, wanted) !== undefined,
      async work({ set, plan }) {
        const workshop = workshops.get(set)
        if (workshop === undefined) return { ok: false, problems: ['its tools have no toolkit'] }
        return askPlan(plan, wanted, workshop, ask)
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
}

/** What came of all stages: the workshop of each set that has one. */
interface TaskStages {
  readonly report: StageReport
  readonly workshops: ReadonlyMap<ToolSet, Workshop>
}

/**
 * Asks for the records of each tool set, then for the handler of each tool, then for the tasks of each plan. Where a run
 * was stopped, the later questions, which rest on earlier answers, are left open.
 */
export async function runStages(
  sets: readonly ToolSet[],
  wanted: Wanted,
  file: File,
  ask: Asker,
  context: StageContext,
): Promise<TaskStages> {
  const groups = new Map(sets.map((set) => [set, groupOf(set)]))
  const reports = await runHandlers([...groups.values()], ask, context)
  const workshops = new Map<ToolSet, Workshop>()
  for (const [set, group] of groups) {
    const toolkit = toolkitOf(group)
    if (toolkit !== undefined) workshops.set(set, workshopOf(set, toolkit))
  }
  if (reports.length === 2 && reports.at(-1)?.stopped === null)
    reports.push(await runPlans(sets, workshops, wanted, file, ask, context))
  return { report: mergeReports('tasks', reports), workshops }
}

/** The tasks of one plan, in the file between questions and results: what is in it is not proved again. */
export const workLineSchema = z.strictObject({
  set: z.string(),
  plan: z.string(),
  wanted: z.strictObject({ valid: z.number(), invalid: z.number() }),
  tasks: z.array(environmentTaskSchema()),
  /** What a judge said of the tasks that can be done. */
  verdicts: z.array(requestVerdictSchema()).default([]),
  drafts: z.number(),
  sent_back: z.record(z.string(), z.number()),
  dropped: z.array(
    z.strictObject({
      valid: z.boolean(),
      prompt: z.string(),
      reason: z.string(),
      problems: z.array(z.string()),
    }),
  ),
})
export type WorkLine = z.infer<typeof workLineSchema>

const countOf = ({ difficulty }: PlanItem): string => {
  const [least, most] = TOOL_COUNTS[difficulty]
  return Number.isFinite(most) ? `${least} to ${most}` : `${least} or more`
}

/** Asks for tasks along a plan, each of which is proved before it counts. */
const draftsQuestion = (
  plan: PlanItem,
  { valid, invalid }: Wanted,
  { set, tools, toolkit: { state } }: Workshop,
  bench: TaskBench,
): ModelQuestion<Drafts> => ({
  name: 'drafts',
  system: PART,
  prompt: lines(
    `Field: ${set.field}`,
    `Task: ${set.task}`,
    'Tools:',
    ...tools.map(describeTool),
    'The records that they work on:',
    ...stateLines(state),
    `Plan ${plan.number}: ${plan.tools.join(' -> ')}`,
    '',
    `Write ${valid} tasks that can be done and ${invalid} that cannot, all ${plan.difficulty} ` +
      `(${countOf(plan)} different tools), along this plan or a variation of it. No two tasks are alike.`,
    'prompt: what a person asks for, in their own words, without naming tools. It states every value that the solver ' +
      'cannot look up, texts in double quotes, word for word; and it states no value that is to be looked up.',
    'calls: the calls that do it, each with an id of its own. An argument is either a value that the prompt states, or ' +
      'taken from an earlier call: from names the call, at is the JSON Pointer of the output. Leave optional ' +
      'parameters out unless the prompt asks for them. after: earlier calls that must come first though nothing is ' +
      'taken from them. Every call is needed, and there is no other way to do it. The result of a call that only looks ' +
      'something up is taken by a later call or is in the report.',
    'report: what the final answer gives: an output of a call, and words for it. Leave it empty for a task that only ' +
      'changes something.',
    'A task that cannot be done looks like one that can. Either a call that it needs is refused by a documented rule ' +
      'or by the records, whatever the solver does (because refused; calls lead up to that call, which is the last; ' +
      'report is empty; missing is null), or it needs a tool that is not there (because no_tool; missing says its name ' +
      'and what it does; either a tool of the list, which will then be withheld, with the calls and report as they ' +
      'would be with it, or one that nobody has, with no calls). why: one sentence.',
  ),
  schema: draftsSchema,
  check: (drafts) => bench.problems(drafts),
})

interface TaskOptions extends Omit<StageOptions, 'cache'> {
  readonly tools: string
  readonly plans: string
  /** A folder, for files named after the tool sets, or the beginning of the names of all files. */
  readonly out: string
  /** File that keeps the answers. Default beside the others. */
  readonly cache?: string
  /** Tasks to ask for a plan. Default 2. */
  readonly valid?: number
  readonly invalid?: number
}

/** What became of the tasks of one tool set. */
interface SetReport {
  readonly name: string
  /** Null where no suite was written. */
  readonly files: Files | null
  /** By difficulty. */
  readonly valid: Record<string, number>
  readonly invalid: Record<string, number>
  readonly levels: Record<string, number>
  /** Drafts that were looked at, those sent back by reason, those that were given up by reason. */
  readonly drafts: number
  readonly sent_back: Record<string, number>
  readonly dropped: Record<string, number>
  readonly empty: readonly string[]
  /** The audit of the suite that was written, rule by rule: tasks that it looked at, and those that failed. */
  readonly audit: Record<string, { checked: number; failed: number }>
}

export interface TasksReport extends StageReport {
  readonly sets: readonly SetReport[]
}

type Names = (set: ToolSet) => Files

/** Where files go: into a folder by the name of the set, or beside a prefix. */
function namesFor(out: string, sets: readonly ToolSet[]): { names: Names; prefix: string } {
  const isFolder = out.endsWith('/') || (existsSync(out) && statSync(out).isDirectory())
  mkdirSync(isFolder ? out : dirname(out), { recursive: true })
  const stem = (set: ToolSet): string =>
    isFolder ? join(out, set.name) : sets.length === 1 ? out : `${out}-${set.name}`
  return {
    prefix: isFolder ? join(out, 'tasks') : join(dirname(out), basename(out)),
    names: (set) => {
      const suite = `${stem(set)}.suite.jsonl`
      return {
        ...{ suite, judged: verdictsFile(suite) },
        toolkit: `${stem(set)}.toolkit.json`,
        tasks: `${stem(set)}.tasks.jsonl`,
      }
    },
  }
}

const add = (counts: Record<string, number>, more: Record<string, number>): void => {
  for (const [key, count] of Object.entries(more)) counts[key] = (counts[key] ?? 0) + count
}

async function finishSet(
  set: ToolSet,
  workshop: Workshop | undefined,
  file: JsonlFile<WorkLine>,
  files: Files,
  wanted: Wanted,
): Promise<SetReport> {
  const lines = set.plans.map((plan) => ({ plan, line: planLine(file, set, plan, wanted) }))
  const all = lines.flatMap(({ line }) => line?.tasks ?? [])
  const sent_back: Record<string, number> = {}
  const dropped: Record<string, number> = {}
  for (const { line } of lines) {
    add(sent_back, line?.sent_back ?? {})
    for (const { reason } of line?.dropped ?? []) add(dropped, { [reason]: 1 })
  }
  const spoken = workshop && withSpoken(workshop, all)
  const settled = spoken === undefined || all.length === 0 ? undefined : await vetSuite(all, spoken)
  for (const { rule } of settled?.left ?? []) add(dropped, { [`audit:${rule}`]: 1 })
  const suite = settled?.suite
  const verdicts = lines.flatMap(({ line }) => line?.verdicts ?? [])
  if (spoken !== undefined && suite !== undefined) await writeFiles(files, spoken.toolkit, suite, verdicts)
  const tasks = suite?.tasks ?? []
  const kept = new Set(tasks.map(({ task }) => task.task_id))
  const byDifficulty = (valid: boolean) =>
    Object.fromEntries(
      DIFFICULTIES.map((difficulty) => [
        difficulty,
        tasks.filter((one) => one.valid === valid && one.difficulty === difficulty).length,
      ]),
    )
  return {
    name: set.name,
    files: suite === undefined ? null : files,
    valid: byDifficulty(true),
    invalid: byDifficulty(false),
    levels: countLevels(tasks),
    drafts: lines.reduce((sum, { line }) => sum + (line?.drafts ?? 0), 0),
    sent_back,
    dropped,
    empty: lines
      .filter(({ line }) => !(line?.tasks ?? []).some(({ task }) => kept.has(task.task_id)))
      .map(({ plan }) => `plan ${plan.number}: ${plan.tools.join(' -> ')}`),
    audit: Object.fromEntries(
      Object.entries(suite?.audit.rules ?? {}).map(([rule, { checked, failed }]) => [
        rule,
        { checked, failed },
      ]),
    ),
  }
}

/**
 * Makes tasks for generated tools: has a chat model write the records, the handler of each tool and drafts of tasks
 * for each plan. Proves every draft by execution; and writes for each tool set a toolkit, the suite of the valid tasks
 * and the list of all. Files appear once every plan of the set is settled, and the suite passes every rule of an audit.
 *
 * @throws TracewrightError where a file cannot be read or written, or a line is not what the stage takes
 */
export async function makeTasks(options: TaskOptions): Promise<TasksReport> {
  const { valid = 2, invalid = 2 } = options
  const { sets, notes } = readToolSets(options.tools, options.plans)
  const { names, prefix } = namesFor(options.out, sets)
  const file = openJsonl(`${prefix}.work.jsonl`, workLineSchema)
  const cache = options.cache ?? `${prefix}.answers.jsonl`
  return whileAsking({ ...options, cache }, async ({ ask, ...context }) => {
    const { report, workshops } = await runStages(sets, { valid, invalid }, file, ask, context)
    const done: SetReport[] = []
    if (report.stopped === null)
      for (const set of sets)
        done.push(await finishSet(set, workshops.get(set), file, names(set), { valid, invalid }))
    return { ...report, notes: [...notes, ...report.notes], sets: done }
  })
}

interface Assembled {
  /** Tasks that stay, valid and invalid. */
  readonly tasks: readonly EnvironmentTask[]
  readonly audit: AuditReport
}

const validOf = (tasks: readonly EnvironmentTask[]): Task[] =>
  tasks.flatMap((one) => (one.valid ? [one.task] : []))

/** The workshop with the ids noted that tasks name: all others are exchanged from world to world. */
const withSpoken = ({ set, toolkit }: Workshop, tasks: readonly EnvironmentTask[]): Workshop =>
  workshopOf(set, { ...toolkit, spoken: idsIn(toolkit.state, JSON.stringify(tasks)) })

/**
 * Audits the valid tasks together and drops those that break a rule, until none does; no suite where no task is
 * left.
 */
async function vetSuite(
  all: readonly EnvironmentTask[],
  { registry }: Workshop,
): Promise<{ suite: Assembled | undefined; left: readonly AuditFinding[] }> {
  let tasks = all
  const left: AuditFinding[] = []
  for (;;) {
    const suite = validOf(tasks)
    if (suite.length === 0) return { suite: undefined, left }
    const audit = await auditSuite(suite, registry)
    if (audit.findings.length === 0) return { suite: { tasks, audit }, left }
    left.push(...audit.findings)
    const bad = new Set(audit.findings.map(({ task_id }) => task_id))
    tasks = tasks.filter(({ task }) => !bad.has(task.task_id))
  }
}

interface Files {
  readonly toolkit: string
  readonly suite: string
  readonly tasks: string
  /** What the judge said of the tasks of the suite. */
  readonly judged: string
}

/** Writes toolkit, suite, tasks and verdicts; each file is whole or the old one. */
async function writeFiles(
  files: Files,
  toolkit: SyntheticToolkit,
  { tasks }: Assembled,
  verdicts: readonly RequestVerdict[],
): Promise<void> {
  writeWhole(files.toolkit, [`${JSON.stringify(syntheticToolkitSchema.parse(toolkit), null, 2)}\n`])
  writeLines(files.tasks, tasks)
  const suite = validOf(tasks)
  const ids = new Set(suite.map(({ task_id }) => task_id))
  writeLines(
    files.judged,
    verdicts.filter(({ task_id }) => ids.has(task_id)),
  )
  await writeSuite(files.suite, suite)
}

/** How many tasks there are of each level, those that cannot be done left out. */
function countLevels(tasks: readonly EnvironmentTask[]): Partial<Record<Level, number>> {
  const counts: Partial<Record<Level, number>> = {}
  for (const { level } of validOf(tasks)) counts[level] = (counts[level] ?? 0) + 1
  return counts
}
