import { describeCall, describeUndecided } from '../reachability/describe.ts'
import { inquiryInto } from '../reachability/inquiry.ts'
import { type StandIn, standInsOf } from '../reachability/stand-ins.ts'
import { Tally } from '../reachability/tally.ts'
import type { AuditRule } from '../rule.ts'
import { shortly } from '../shortly.ts'
import type { Subject } from '../subject.ts'

export const distractor: AuditRule = {
  name: 'distractor',
  holds:
    'no tool on offer that the task does not need returns a bound value, and none that writes shares its capability ' +
    'with one that it needs',
  needsGold: true,
  start() {
    const tally = new Tally()
    return {
      visit(subject) {
        const inquiry = inquiryInto(subject)
        const distractors = inquiry.tools.filter(({ name }) => !inquiry.used.has(name))
        const { found, undecided } = standInsOf(subject.task, inquiry, distractors, tally)
        const open =
          undecided === undefined
            ? []
            : [describeUndecided('whether a distractor gives a bound value', undecided)]
        return [...found.map(sentence), ...open, ...sharedCapabilities(subject, inquiry.used)]
      },
      figures: () => tally.figures(),
    }
  },
}

const sentence = ({ seed, goal, atom, call }: StandIn): string =>
  `in world ${seed} the distractor ${describeCall(call)} gives ${shortly(atom.value ?? null)}, which ` +
  `${goal.consumer} ${goal.pointer} takes from ${atom.from.join(' and ')}; offer another tool in its place`

/** Writes beside the needed tools that bring about what one of these does. */
function sharedCapabilities({ offered, needed, registry }: Subject, used: ReadonlySet<string>): string[] {
  return offered
    .filter(({ name, effect }) => !used.has(name) && effect !== 'read')
    .flatMap(({ name, capability }) => {
      const same = [...needed].find((tool) => registry.get(tool)?.capability === capability)
      return same === undefined || capability === undefined
        ? []
        : [`the distractor ${name} can stand in for ${same}: both have the capability ${capability}`]
    })
}
