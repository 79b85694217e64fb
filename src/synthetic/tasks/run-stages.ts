import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import { judgeQuestion } from '../../suites/audit/request-judge.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { mergeReports, runItems, type StageContext, type StageReport } from '../generate/run-items.ts'
import { buildDesignPrompt, describeWords } from '../generate/while-asking.ts'
import {
  buildGroupToolkit,
  type HandlerGroup,
  listStateLines,
  runHandlers,
} from '../handlers/run-handlers.ts'
import { describeTool } from '../handlers/state.ts'
import { buildWireName } from '../simulate/effect.ts'
import { TaskBench, type WantedCounts } from './task-bench.ts'
import { type Drafts, draftsSchema } from './to-task.ts'
import { createWorkshop, type PlanItem, TOOL_COUNTS, type ToolSet, type Workshop } from './tool-sets.ts'

const planName = ({ difficulty, tools }: PlanItem): string =>
  `${difficulty}: ${tools.map(normalise).join(' -> ')}`

const buildGroup = ({ name, field, subdomain, task, tools, plans }: ToolSet): HandlerGroup => ({
  name,
  about: [
    ...describeWords({ field, subdomain, task }),
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
  wanted: WantedCounts,
  workshop: Workshop,
  ask: Asker,
): Promise<ModelAnswer<TaskBench>> {
  const here = new Set(workshop.tools.map(({ name }) => normalise(name)))
  const gone = plan.tools.filter((name) => !here.has(normalise(name)))
  if (gone.length > 0)
    return { ok: false, problems: [`rules and handlers do not answer every call of ${gone.join(', ')}`] }
  const bench = new TaskBench({
    plan,
    wanted,
    workshop,
    judge: (task) => {
      const names = task.expected_trace.steps.map(({ tool_name }) => tool_name)
      const used = workshop.tools.filter(({ name }) => names.includes(buildWireName(name)))
      return ask(judgeQuestion(task, used.map(describeTool)))
    },
  })
  const answer = await ask(buildDraftsQuestion(plan, wanted, workshop, bench))
  const { tasks, dropped } = bench
  if (tasks.length === 0) {
    const problems = dropped.map(({ reason, problems: all }) => `${reason}: ${all[0] ?? ''}`)
    return { ok: false, problems: answer.ok || problems.length > 0 ? problems : answer.problems }
  }
  return {
    ok: true,
    value: bench,
    notes: [...bench.notes, ...dropped.map(({ reason, prompt }) => `dropped (${reason}): ${prompt}`)],
  }
}

function runPlans(
  sets: readonly ToolSet[],
  workshops: ReadonlyMap<ToolSet, Workshop>,
  wanted: WantedCounts,
  made: Map<PlanItem, TaskBench>,
  ask: Asker,
  context: StageContext,
) {
  return runItems<{ set: ToolSet; plan: PlanItem }, TaskBench>(
    {
      stage: 'plans',
      items: sets.flatMap((set) => set.plans.map((plan) => ({ set, plan }))),
      // The drafts, and a verdict on each task that can be done.
      questions: 1 + wanted.valid,
      nameOf: ({ set, plan }) => `plan ${plan.number} of ${set.name} (${planName(plan)})`,
      // A run that is stopped finds the answers of its plans in the cache, and proves them again.
      isDone: () => false,
      async work({ set, plan }) {
        const workshop = workshops.get(set)
        if (workshop === undefined) return { ok: false, problems: ['its tools have no toolkit'] }
        return askPlan(plan, wanted, workshop, ask)
      },
      save: ({ plan }, bench) => void made.set(plan, bench),
    },
    context,
  )
}

interface TaskStages {
  readonly report: StageReport
  readonly workshops: ReadonlyMap<ToolSet, Workshop>
  /** The proved tasks of each plan that has some. */
  readonly made: ReadonlyMap<PlanItem, TaskBench>
}

/** Asks for the records of each tool set, then for the handler of each tool, then for the tasks of each plan. */
export async function runStages(
  sets: readonly ToolSet[],
  wanted: WantedCounts,
  ask: Asker,
  context: StageContext,
): Promise<TaskStages> {
  const groups = new Map(sets.map((set) => [set, buildGroup(set)]))
  const reports = await runHandlers([...groups.values()], ask, context)
  const workshops = new Map<ToolSet, Workshop>()
  for (const [set, group] of groups) {
    const toolkit = buildGroupToolkit(group)
    if (toolkit !== undefined) workshops.set(set, createWorkshop(set, toolkit))
  }
  const made = new Map<PlanItem, TaskBench>()
  if (reports.length === 2 && reports.at(-1)?.stopped === null)
    reports.push(await runPlans(sets, workshops, wanted, made, ask, context))
  return { report: mergeReports('tasks', reports), workshops, made }
}

const formatCount = ({ difficulty }: PlanItem): string => {
  const [least, most] = TOOL_COUNTS[difficulty]
  return Number.isFinite(most) ? `${least} to ${most}` : `${least} or more`
}

/** Asks for tasks along a plan, each of which is proved before it counts. */
const buildDraftsQuestion = (
  plan: PlanItem,
  { valid, invalid }: WantedCounts,
  { set, tools, toolkit: { state } }: Workshop,
  bench: TaskBench,
): ModelQuestion<Drafts> => ({
  name: 'drafts',
  ...buildDesignPrompt(
    ...describeWords({ field: set.field, task: set.task }),
    'Tools:',
    ...tools.map(describeTool),
    'The records that they work on:',
    ...listStateLines(state),
    `Plan ${plan.number}: ${plan.tools.join(' -> ')}`,
    '',
    `Write ${valid} tasks that can be done and ${invalid} that cannot, all ${plan.difficulty} ` +
      `(${formatCount(plan)} different tools), along this plan or a variation of it. No two tasks are alike.`,
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
  check: (drafts) => bench.findProblems(drafts),
})
