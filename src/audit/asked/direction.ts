import type { Calc, Pick } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { choicesOf, consumersOf } from '../bound-values.ts'
import { isSelection } from '../selections.ts'
import { fieldsOf } from './fields.ts'
import type { PromptText } from './prompt-text.ts'
import { isSameWord, wordsIn } from './word-forms.ts'
import directions from './words/directions.json' with { type: 'json' }

interface Scale {
  max: readonly string[]
  min: readonly string[]
}

const ENDS = ['max', 'min'] as const
type End = (typeof ENDS)[number]

/** A superlative or comparative that no list holds: it may say either. */
const COMPARED = /^\p{L}{3,}est$/u
const NO_COMPARISON = new Set([
  'interest',
  'request',
  'test',
  'rest',
  'west',
  'forest',
  'guest',
  'harvest',
  'quest',
  'suggest',
  'digest',
  'contest',
  'protest',
  'latest',
  'honest',
])

/** The scales that fit what is compared; every scale where none is known to. */
function scalesFor(words: readonly string[]): Scale[] {
  const fitting = directions.scales.filter(({ fields }) =>
    fields.some((field) => words.some((word) => isSameWord(field, word))),
  )
  return [directions, ...(fitting.length > 0 ? fitting : directions.scales)]
}

const endOf = (choice: Calc | Pick): End => ((choice.$pick ?? choice.$calc) === 'min' ? 'min' : 'max')

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')

/** A selection that takes the other end than the prompt asks for, or that it does not ask for. */
export function directionProblems(task: Task, prompt: PromptText): string[] {
  const words = new Set(wordsIn(prompt.wanted))
  return consumersOf(task).flatMap(({ name, value }) =>
    choicesOf(value)
      .filter(isSelection)
      .flatMap((choice) => {
        const fields = fieldsOf(task, choice.of)
        const scales = scalesFor(fields.flatMap((field) => field.words))
        const asking = (end: End): string[] => [...new Set(scales.flatMap((scale) => scale[end]))]
        const found = (end: End): string[] => asking(end).filter((word) => words.has(word))
        const end = endOf(choice)
        const other = end === 'max' ? 'min' : 'max'
        if (found(end).length > 0) return []
        const what = `${name} takes the ${end} of ${fields.map(({ tool, at }) => `${tool} ${at}`)[0] ?? 'its values'}`
        if (found(other).length > 0)
          return [`${what}, and the prompt asks for the ${other}: found ${quoted(found(other))}`]
        if ([...words].some((word) => COMPARED.test(word) && !NO_COMPARISON.has(word))) return []
        return [`${what}, which the prompt does not ask for: looked for ${quoted(asking(end).slice(0, 12))}`]
      }),
  )
}
