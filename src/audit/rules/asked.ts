import { answerProblems } from '../asked/answer-requested.ts'
import { denialProblems } from '../asked/denied-values.ts'
import { directionProblems } from '../asked/direction.ts'
import { judgedProblems } from '../asked/judge.ts'
import { levelProblems } from '../asked/level-shape.ts'
import { fieldProblems } from '../asked/named-fields.ts'
import { sentenceProblems } from '../asked/only-words.ts'
import { parameterProblems } from '../asked/parameter-places.ts'
import { PromptText } from '../asked/prompt-text.ts'
import { writeProblems } from '../asked/writes.ts'
import type { AuditRule } from '../rule.ts'

/** Whether the prompt asks for the trace, as far as English words can show it. */
export const asked: AuditRule = {
  name: 'asked',
  holds:
    'the prompt asks for what is graded: values by name, selections by their direction, writes by a verb, in the shape of the level',
  needsGold: false,
  start: ({ judge } = {}) => ({
    visit({ task, registry }) {
      const prompt = new PromptText(task)
      const problems = [
        ...levelProblems(task),
        ...sentenceProblems(prompt),
        ...answerProblems(task, prompt),
        ...fieldProblems(task, prompt, registry),
        ...directionProblems(task, prompt),
        ...denialProblems(task, prompt, registry),
        ...parameterProblems(task, prompt, registry),
        ...writeProblems(task, prompt, registry),
      ]
      if (judge === undefined) return problems
      return judgedProblems(task, judge).then((judged) => [...problems, ...judged])
    },
  }),
}
