import type { ModelQuestion } from '../../models/ask.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { behavingTool } from './behaviour-problems.ts'
import { type Behaviour, behaviourSchema } from './behaviour-schema.ts'
import { type Drafts, draftsSchema } from './draft-schema.ts'
import { behaviourPrompt } from './prompts/behaviour.ts'
import { draftsPrompt } from './prompts/drafts.ts'
import { statePrompt } from './prompts/state.ts'
import { stateProblems } from './state-problems.ts'
import { type StateAnswer, stateAnswerSchema } from './state-schema.ts'
import type { TaskBench, Wanted } from './task-bench.ts'
import type { PlanItem, ToolSet } from './tool-set.ts'
import type { Workshop } from './workshop.ts'

/** Asks for the records that the tools of a set work on. */
export const stateQuestion = (set: ToolSet): ModelQuestion<StateAnswer> => ({
  name: 'state',
  ...statePrompt(set),
  schema: stateAnswerSchema,
  check: stateProblems,
})

/** Asks how a tool works on the records, and for a call of it whose result is known. */
export const behaviourQuestion = (
  set: ToolSet,
  tool: ToolSpec,
  state: Record<string, Json>,
): ModelQuestion<Behaviour> => ({
  name: 'behaviour',
  ...behaviourPrompt(set, tool, state),
  schema: behaviourSchema,
  check(behaviour) {
    const made = behavingTool(tool, behaviour, state)
    return made.ok ? [] : made.problems
  },
})

/** Asks for tasks along a plan, each of which is proved before it counts. */
export const draftsQuestion = (
  plan: PlanItem,
  wanted: Wanted,
  { set, tools, toolkit }: Workshop,
  bench: TaskBench,
): ModelQuestion<Drafts> => ({
  name: 'drafts',
  ...draftsPrompt({ set, tools, state: toolkit.state as JsonObject, plan, ...wanted }),
  schema: draftsSchema,
  check: (drafts) => bench.problems(drafts),
})
