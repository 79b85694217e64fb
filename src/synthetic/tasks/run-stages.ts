import type { Asker, ModelAnswer } from '../../models/ask.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonlFile } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe-tool.ts'
import { runItems, type StageContext, type StageReport } from '../generate/run-items.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { behavingTool } from './behaviour-problems.ts'
import { behaviourQuestion, draftsQuestion, stateQuestion } from './questions.ts'
import { stateFrom } from './state-schema.ts'
import { TaskBench, type Wanted } from './task-bench.ts'
import type { PlanItem, ToolSet } from './tool-set.ts'
import type { WorkLine, WorkLineOf } from './work-lines.ts'
import { type Workshop, workshopOf } from './workshop.ts'

type File = JsonlFile<WorkLine>

const stateOf = (file: File, set: ToolSet): WorkLineOf<'state'> | undefined =>
  file.lines.find((line): line is WorkLineOf<'state'> => line.kind === 'state' && line.set === set.key)

const toolsOf = (file: File, set: ToolSet): WorkLineOf<'tool'>[] =>
  file.lines.filter((line): line is WorkLineOf<'tool'> => line.kind === 'tool' && line.set === set.key)

/** The same for the same plan; its number may change when plans before it go. */
const planKey = ({ difficulty, tools }: PlanItem): string =>
  `${difficulty}: ${tools.map(normalise).join(' -> ')}`

/** The line of a plan that was asked for so many tasks; undefined where it is open. */
export const planLine = (
  file: File,
  set: ToolSet,
  plan: PlanItem,
  wanted: Wanted,
): WorkLineOf<'plan'> | undefined =>
  file.lines.find(
    (line): line is WorkLineOf<'plan'> =>
      line.kind === 'plan' &&
      line.set === set.key &&
      line.plan === planKey(plan) &&
      line.wanted.valid === wanted.valid &&
      line.wanted.invalid === wanted.invalid,
  )

/** The toolkit of a set, with the tools whose behaviour is there; undefined before its state is. */
export function toolkitOf(file: File, set: ToolSet): SyntheticToolkit | undefined {
  const state = stateOf(file, set)?.state
  if (state === undefined) return undefined
  const lines = toolsOf(file, set)
  const found = set.tools.flatMap((tool) => {
    const line = lines.find((one) => one.tool === tool.id)
    return line === undefined ? [] : [{ tool, line }]
  })
  const tools = found.map(({ tool, line: { effect, handler } }) => ({
    ...tool,
    effect,
    ...(handler === undefined ? {} : { handler }),
  }))
  return { version: 1, name: set.name, tools, state, known: found.map(({ line }) => line.known) }
}

function runStates(sets: readonly ToolSet[], file: File, ask: Asker, context: StageContext) {
  return runItems<ToolSet, WorkLine>(
    {
      stage: 'states',
      items: sets,
      nameOf: ({ name }) => `state of ${name}`,
      isDone: (set) => stateOf(file, set) !== undefined,
      async work(set): Promise<ModelAnswer<WorkLine>> {
        const answer = await ask(stateQuestion(set))
        return answer.ok
          ? { ...answer, value: { kind: 'state', set: set.key, state: stateFrom(answer.value) } }
          : answer
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
}

interface ToolItem {
  readonly set: ToolSet
  readonly tool: ToolSpec
}

function runBehaviours(sets: readonly ToolSet[], file: File, ask: Asker, context: StageContext) {
  return runItems<ToolItem, WorkLine>(
    {
      stage: 'behaviours',
      items: sets.flatMap((set) => set.tools.map((tool) => ({ set, tool }))),
      nameOf: ({ tool }) => `behaviour of ${tool.name}`,
      isDone: ({ set, tool }) => toolsOf(file, set).some((line) => line.tool === tool.id),
      async work({ set, tool }): Promise<ModelAnswer<WorkLine>> {
        const state = stateOf(file, set)?.state
        if (state === undefined) return { ok: false, problems: ['there is no state for it'] }
        const answer = await ask(behaviourQuestion(set, tool, state))
        if (!answer.ok) return answer
        const made = behavingTool(tool, answer.value, state)
        if (!made.ok) return { ok: false, problems: made.problems }
        const { effect = 'read', handler } = made.tool
        const line: WorkLine = {
          ...{ kind: 'tool', set: set.key, tool: tool.id, effect, known: made.known },
          ...(handler === undefined ? {} : { handler }),
        }
        return { ...answer, value: line }
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
}

/** Asks for the tasks of one plan until enough are proved. What was proved stays, also where the rest never is. */
async function askPlan(
  plan: PlanItem,
  wanted: Wanted,
  workshop: Workshop,
  ask: Asker,
): Promise<ModelAnswer<WorkLine>> {
  const here = new Set(workshop.tools.map(({ name }) => normalise(name)))
  const gone = plan.tools.filter((name) => !here.has(normalise(name)))
  if (gone.length > 0) return { ok: false, problems: [`there is no behaviour of ${gone.join(', ')}`] }
  const bench = new TaskBench(plan, wanted, workshop)
  const answer = await ask(draftsQuestion(plan, wanted, workshop, bench))
  const { tasks, drafts, sentBack, dropped } = bench
  if (tasks.length === 0) {
    const problems = dropped.map(({ reason, problems: all }) => `${reason}: ${all[0] ?? ''}`)
    return { ok: false, problems: answer.ok || problems.length > 0 ? problems : answer.problems }
  }
  return {
    ok: true,
    value: {
      kind: 'plan',
      set: workshop.set.key,
      plan: planKey(plan),
      wanted: { ...wanted },
      tasks,
      drafts,
      sent_back: Object.fromEntries(sentBack),
      dropped: dropped.map(({ problems, ...rest }) => ({ ...rest, problems: [...problems] })),
    },
    notes: [...bench.notes, ...dropped.map(({ reason, prompt }) => `dropped (${reason}): ${prompt}`)],
  }
}

function runPlans(sets: readonly ToolSet[], wanted: Wanted, file: File, ask: Asker, context: StageContext) {
  const workshops = new Map<ToolSet, Workshop>()
  for (const set of sets) {
    const toolkit = toolkitOf(file, set)
    if (toolkit !== undefined && toolkit.tools.length > 0) workshops.set(set, workshopOf(set, toolkit))
  }
  return runItems<{ set: ToolSet; plan: PlanItem }, WorkLine>(
    {
      stage: 'plans',
      items: sets.flatMap((set) => set.plans.map((plan) => ({ set, plan }))),
      nameOf: ({ set, plan }) => `plan ${plan.number} of ${set.name} (${planKey(plan)})`,
      isDone: ({ set, plan }) => planLine(file, set, plan, wanted) !== undefined,
      async work({ set, plan }) {
        const workshop = workshops.get(set)
        if (workshop === undefined) return { ok: false, problems: ['there is no toolkit for it'] }
        return askPlan(plan, wanted, workshop, ask)
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
}

const merge = (reports: readonly StageReport[]): StageReport => {
  const last = reports.at(-1)
  if (last === undefined) throw new TracewrightError('Failed to report: no stage has run.')
  const sum = (of: (report: StageReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0)
  return {
    ...last,
    stage: 'tasks',
    items: sum(({ items }) => items),
    done: sum(({ done }) => done),
    resumed: sum(({ resumed }) => resumed),
    failed: reports.flatMap(({ failed }) => failed),
    notes: reports.flatMap(({ notes }) => notes),
    stopped: reports.find(({ stopped }) => stopped !== null)?.stopped ?? null,
  }
}

/**
 * Asks for the state of each tool set, then for the behaviour of each tool, then for the tasks of each plan, and keeps
 * each answer as a line. Where a run was stopped, the later questions, which rest on earlier answers, are left open.
 */
export async function runStages(
  sets: readonly ToolSet[],
  wanted: Wanted,
  file: File,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const reports = [await runStates(sets, file, ask, context)]
  if (reports[0]?.stopped === null) reports.push(await runBehaviours(sets, file, ask, context))
  if (reports.at(-1)?.stopped === null && reports.length === 2)
    reports.push(await runPlans(sets, wanted, file, ask, context))
  return merge(reports)
}
