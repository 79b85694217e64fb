import { quoteValue } from '../quote-value.ts'
import { describeOrigin, describeUndecided } from '../reachability/describe.ts'
import { type CostNotes, SearchCosts } from '../reachability/search-costs.ts'
import { type GoalReach, SearchWithoutTool } from '../reachability/search-without-tool.ts'
import { taskSearchOf } from '../reachability/task-search.ts'
import type { AuditRule } from '../rule.ts'

const sentence = (tool: string, seed: number, { goal, origins }: GoalReach & { state: 'known' }): string =>
  `${tool} is not needed: in world ${seed} all that rests on it is known without it, such as ${goal.consumer} ` +
  `${goal.pointer} = ${quoteValue(goal.value ?? null)} from ${origins.map(describeOrigin).join(' and ')}`

export const needed: AuditRule = {
  name: 'needed',
  holds: 'without any one of the tools of the expected trace something that is graded is out of reach',
  needsGold: true,
  start() {
    const costs = new SearchCosts()
    return {
      visit(subject) {
        const taskSearch = taskSearchOf(subject)
        return [...subject.needed].flatMap((tool) => {
          const verdict = new SearchWithoutTool(tool, subject.task, taskSearch, costs).verdict()
          if (verdict.state === 'out') return []
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
