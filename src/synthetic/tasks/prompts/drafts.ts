import type { JsonObject } from '../../../shared/json.ts'
import { lines, PART, type Prompt } from '../../generate/prompts/prompt.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { describeTool } from '../describe-tools.ts'
import { TOOL_COUNTS } from '../difficulty.ts'
import type { PlanItem, ToolSet } from '../tool-set.ts'
import { stateLines } from './behaviour.ts'

interface Asked {
  readonly set: ToolSet
  readonly tools: readonly ToolSpec[]
  readonly state: JsonObject
  readonly plan: PlanItem
  readonly valid: number
  readonly invalid: number
}

const countOf = ({ difficulty }: PlanItem): string => {
  const [least, most] = TOOL_COUNTS[difficulty]
  return Number.isFinite(most) ? `${least} to ${most}` : `${least} or more`
}

export const draftsPrompt = ({ set, tools, state, plan, valid, invalid }: Asked): Prompt => ({
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
})
