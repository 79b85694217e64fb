import { sourcesOf } from '../../../schema/binding.ts'
import { quoteValue } from '../quote-value.ts'
import { describeOrigin, describeUndecided } from '../reachability/describe.ts'
import { type CostNotes, SearchCosts } from '../reachability/search-costs.ts'
import { type GoalReach, SearchWithoutTool } from '../reachability/search-without-tool.ts'
import { taskSearchOf } from '../reachability/task-search.ts'
import { isRecomputable } from '../recomputable.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

const sentence = (tool: string, seed: number, { goal, origins }: GoalReach & { state: 'known' }): string =>
  `${tool} is not needed: in world ${seed} all that rests on it is known without it, such as ${goal.consumer} ` +
  `${goal.pointer} = ${quoteValue(goal.value ?? null)} from ${origins.map(describeOrigin).join(' and ')}`

const isByHand = ({ origins }: GoalReach & { state: 'known' }): boolean =>
  origins.every(({ from }) => from === 'start')

/** Whether a task asks for calls by themselves, each a pure function of what the prompt states: any could be done by hand. */
function isListOfRequests(subject: AuditSubject): boolean {
  const { expected_trace: trace, expected_final_answer: answer } = subject.task
  const isUnfed = trace.steps.every((step) => sourcesOf(step.arguments).length === 0)
  return isUnfed && answer !== undefined && sourcesOf(answer).length > 0 && isRecomputable(answer, subject)
}

export const needed: AuditRule = {
  name: 'needed',
  holds:
    'without any one of the tools of the expected trace something that is graded is out of reach, unless all calls are pure functions of the prompt',
  needsGold: true,
  start() {
    const costs = new SearchCosts()
    return {
      visit(subject) {
        const taskSearch = taskSearchOf(subject)
        return [...subject.needed].flatMap((tool) => {
          const verdict = new SearchWithoutTool(tool, taskSearch, costs).verdict()
          if (verdict.state === 'out') return []
          // What can be done by hand is asked for by itself; another tool that does it is another matter.
          if (verdict.state === 'known' && isByHand(verdict) && isListOfRequests(subject)) return []
          if (verdict.state === 'idle') return [`${tool}: nothing that is graded rests on it`]
          if (verdict.state === 'open') return [describeUndecided(`whether ${tool} is needed`, verdict.tool)]
          return [sentence(tool, verdict.seed, verdict)]
        })
      },
      figures: () => costs.figures(),
      notes: () => costs.notes(),
      add: (notes: CostNotes) => costs.include(notes),
    }
  },
}
