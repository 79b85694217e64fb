import type { Step, Task } from '../../schema/task.ts'
import { phrasebook } from '../../simulators/phrasebook.ts'
import type { Registry } from '../../simulators/registry.ts'
import { nameWords } from '../../toolkit/names.ts'
import { literalLeaves } from '../literal-leaves.ts'
import type { PromptSentence, PromptText, Token } from './prompt-text.ts'
import { isSameWord, wordsIn } from './word-forms.ts'
import forms from './words/forms.json' with { type: 'json' }
import plain from './words/function-words.json' with { type: 'json' }
import words from './words/writes.json' with { type: 'json' }

const LIGHT: readonly string[] = words.light
const LEADS: ReadonlySet<string> = new Set(words.leads)
const HELPERS: ReadonlySet<string> = new Set(words.helpers)
const NEEDS: ReadonlySet<string> = new Set(words.needs)
const DONE: ReadonlySet<string> = new Set(words.done)
const PLAIN: ReadonlySet<string> = new Set(plain.words)

const VAGUE: ReadonlySet<string> = new Set(forms.vague)

/** How a change is asked for. */
interface Asking {
  /** Verbs that ask for it by themselves. */
  verbs: readonly string[]
  /** What it is a change of. */
  nouns: readonly string[]
}

const isLight = (verb: string): boolean => LIGHT.includes(verb)

/** The verbs that a tool's phrases begin with, and the words that most of them use. */
function askingFor(tool: string, parameters: readonly string[]): Asking {
  const asks = (phrasebook.get(tool)?.asks ?? []).map((ask) => wordsIn(ask.replace(/\{\w+\}/g, ' ')))
  const name = nameWords(tool)
  const isParameter = (word: string): boolean =>
    parameters.some((parameter) => wordsIn(parameter).includes(word))
  const leading = asks.flatMap(([verb]) => (verb === undefined ? [] : [verb]))
  const isLeading = (word: string): boolean => isLight(word) && leading.includes(word)
  const common = [...new Set(asks.flat())].filter(
    (word) =>
      !(PLAIN.has(word) || VAGUE.has(word) || isLeading(word) || isParameter(word)) &&
      asks.filter((ask) => ask.includes(word)).length > 1,
  )
  const verbs = [...new Set(leading.length > 0 ? leading : name)].filter(
    (verb) => !isLight(verb) && !PLAIN.has(verb),
  )
  return { verbs, nouns: [...new Set([...name.slice(1), ...common])].filter((word) => !PLAIN.has(word)) }
}

/** Whether a word stands where a request has its verb: first in its clause, after "and", "to", "could you" or "you could". */
function leads(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.word
  if (tokens[i]?.isFirst === true || before === undefined || LEADS.has(before)) return true
  const earlier = tokens[i - 2]?.word ?? ''
  return (before === 'you' && HELPERS.has(earlier)) || (earlier === 'you' && HELPERS.has(before))
}

function isAskedIn(
  { start, end, tokens }: PromptSentence,
  { verbs, nouns }: Asking,
  args: readonly string[],
  text: string,
): boolean {
  const request = (verb: string): boolean =>
    tokens.some(({ word }, i) => isSameWord(word, verb) && leads(tokens, i))
  if (verbs.some((verb) => tokens.some(({ word }, i) => word === verb && leads(tokens, i)))) return true
  const names = (list: readonly string[]): boolean =>
    tokens.some(({ word }) => wordsIn(word).some((part) => list.some((one) => isSameWord(part, one))))
  const isAbout = names(nouns) || args.some((value) => text.slice(start, end).includes(value))
  if (isAbout && LIGHT.some(request)) return true
  const isNeeded = tokens.some(({ word }) => NEEDS.has(word)) && !tokens.some(({ word }) => DONE.has(word))
  return isNeeded && names([...nouns, ...verbs])
}

const textsOf = ({ arguments: args }: Step): string[] =>
  literalLeaves(args).flatMap(({ value }) => (typeof value === 'string' && value.length > 2 ? [value] : []))

/** Writes that the prompt does not ask for: their words are missing, or mentioned in passing. */
export function writeProblems(task: Task, prompt: PromptText, registry: Registry): string[] {
  const { sentences } = prompt
  return task.expected_trace.steps.flatMap((step) => {
    const tool = registry.get(step.tool_name)
    if (tool === undefined || tool.effect === 'read') return []
    const asking = askingFor(step.tool_name, Object.keys(step.arguments))
    if (sentences.some((sentence) => isAskedIn(sentence, asking, textsOf(step), prompt.text))) return []
    const looked = [...asking.verbs, ...asking.nouns].map((word) => `"${word}"`).join(', ')
    return [
      `nothing in the prompt asks for ${step.step_id} (${step.tool_name}), which writes: looked for ${looked} in a request`,
    ]
  })
}
