import { carries } from '../../../scoring/tokens.ts'
import { quoteValue } from '../quote-value.ts'
import { describeCall, describeUndecided } from '../reachability/describe.ts'
import { type CostNotes, SearchCosts } from '../reachability/search-costs.ts'
import { type SubstituteCall, substituteCallsOf } from '../reachability/substitute-calls.ts'
import { taskSearchOf } from '../reachability/task-search.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'

export const distractor: AuditRule = {
  name: 'distractor',
  holds:
    'no tool on offer that the task does not need returns a bound value, and none that writes shares its capability ' +
    'with one that it needs',
  needsGold: true,
  start() {
    const costs = new SearchCosts()
    return {
      visit(subject) {
        const taskSearch = taskSearchOf(subject)
        const distractors = taskSearch.tools.filter(({ name }) => !taskSearch.used.has(name))
        const { found, undecided } = substituteCallsOf(taskSearch, distractors, costs)
        const open =
          undecided === undefined
            ? []
            : [describeUndecided('whether a distractor gives a bound value', undecided)]
        // What the prompt says already, no tool gives away.
        const given = found.filter(({ atom }) => !carries(subject.task.prompt, atom.value ?? null))
        return [...given.map(sentence), ...open, ...sharedCapabilities(subject, taskSearch.used)]
      },
      figures: () => costs.figures(),
      notes: () => costs.notes(),
      add: (notes: CostNotes) => costs.include(notes),
    }
  },
}

const sentence = ({ seed, goal, atom, call }: SubstituteCall): string =>
  `in world ${seed} the distractor ${describeCall(call)} gives ${quoteValue(atom.value ?? null)}, which ` +
  `${goal.consumer} ${goal.pointer} takes from ${atom.from.join(' and ')}; offer another tool in its place`

/** Writes beside the needed tools that bring about what one of these does. */
function sharedCapabilities(
  { offered, needed, registry }: AuditSubject,
  used: ReadonlySet<string>,
): string[] {
  return offered
    .filter(({ name, effect }) => !used.has(name) && effect !== 'read')
    .flatMap(({ name, capability }) => {
      const same = [...needed].find((tool) => registry.get(tool)?.capability === capability)
      return same === undefined || capability === undefined
        ? []
        : [`the distractor ${name} can stand in for ${same}: both have the capability ${capability}`]
    })
}
