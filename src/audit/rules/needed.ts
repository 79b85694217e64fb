import { describeOrigin, describeUndecided } from '../reachability/describe.ts'
import { inquiryInto } from '../reachability/inquiry.ts'
import { type Answer, Lack } from '../reachability/lack.ts'
import { Tally } from '../reachability/tally.ts'
import type { AuditRule } from '../rule.ts'
import { shortly } from '../shortly.ts'

const sentence = (tool: string, seed: number, { goal, origins }: Answer & { state: 'known' }): string =>
  `${tool} is not needed: in world ${seed} all that rests on it is known without it, such as ${goal.consumer} ` +
  `${goal.pointer} = ${shortly(goal.value ?? null)} from ${origins.map(describeOrigin).join(' and ')}`

export const needed: AuditRule = {
  name: 'needed',
  holds: 'without any one of the tools of the expected trace something that is graded is out of reach',
  needsGold: true,
  start() {
    const tally = new Tally()
    return {
      visit(subject) {
        const inquiry = inquiryInto(subject)
        return [...subject.needed].flatMap((tool) => {
          const verdict = new Lack(tool, subject.task, inquiry, tally).verdict()
          if (verdict.state === 'out') return []
          if (verdict.state === 'idle') return [`${tool}: nothing that is graded rests on it`]
          if (verdict.state === 'open') return [describeUndecided(`whether ${tool} is needed`, verdict.tool)]
          return [sentence(tool, verdict.seed, verdict)]
        })
      },
      figures: () => tally.figures(),
    }
  },
}
