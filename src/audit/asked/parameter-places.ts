import type { Step, Task } from '../../schema/task.ts'
import { type LeafSchema, leafTypeOf } from '../../scoring/equality.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import type { Json } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'
import { nameWords } from '../../toolkit/names.ts'
import { literalLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import type { PromptText } from './prompt-text.ts'
import { isSameWord, wordsIn } from './word-forms.ts'
import plain from './words/function-words.json' with { type: 'json' }
import parameters from './words/parameters.json' with { type: 'json' }

/** A value of a call that stands in the prompt. */
interface Given {
  name: string
  value: Json
  type: string
  cues: readonly string[]
}

/** Words before and after a value that say what it is. */
const BEFORE = 4
const AFTER = 3
/** Where what is said of one value ends and what is said of the next begins. */
const DIVIDE = /[,;:.!?()\n]|\band\b/gu

const CUES: Readonly<Record<string, readonly string[]>> = parameters.cues

const cuesOf = (name: string): string[] => {
  const own = nameWords(name)
  return [...new Set(own.flatMap((word) => [word, ...(CUES[word] ?? [])]))]
}

function givenBy({ tool_name, arguments: args }: Step, registry: Registry): Given[] {
  const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
  return literalLeaves(args).flatMap(({ pointer, value }) => {
    const { type, semantic } = leafTypeOf(schemaAt(schema, pointer))
    const name = pointer.slice(1)
    if (name === '' || name.includes('/') || !['string', 'number'].includes(typeof value)) return []
    return [{ name, value, type: `${typeof value} ${type ?? ''} ${semantic ?? ''}`, cues: cuesOf(name) }]
  })
}

/** Words between two values that belong to the first of them: none where nothing divides them, as in "from A to B". */
const divided = (between: string): [ofFirst: string, ofSecond: string] => {
  const at = [...between.matchAll(DIVIDE)].at(-1)?.index
  return at === undefined ? ['', between] : [between.slice(0, at), between.slice(at)]
}

/** The words right before a value, within its clause and after a figure: of "goes into: source language" the last two. */
const lastClause = (before: string): string[] =>
  wordsIn(
    before
      .replace(/[^\p{L}\p{N}]+$/u, '')
      .split(/[,;:.!?()\n\p{N}]/u)
      .at(-1) ?? '',
  )

/** Whether a word may say something of the value before it: a preposition belongs to what follows. */
const isTelling = (word: string): boolean => !plain.words.includes(word)

/** The words around each place of a value, up to the next value. */
function surroundings(value: Json, other: Json, prompt: PromptText): string[][] {
  const { wanted } = prompt
  const others = prompt.placesOf(String(other))
  return prompt.placesOf(String(value)).map(({ start, end }) => {
    const earlier = others.filter((place) => place.end <= start).map((place) => place.end)
    const later = others.filter((place) => place.start >= end).map((place) => place.start)
    const before =
      earlier.length === 0
        ? wanted
            .slice(0, start)
            .split(/[.!?]\s/)
            .at(-1)
        : divided(wanted.slice(Math.max(...earlier), start))[1]
    const after =
      later.length === 0
        ? wanted.slice(end).split(/[.,;!?]/)[0]
        : divided(wanted.slice(end, Math.min(...later)))[0].split(/[.,;!?]/)[0]
    return [
      ...lastClause(before ?? '').slice(-BEFORE),
      ...wordsIn(after ?? '')
        .slice(0, AFTER)
        .filter(isTelling),
    ]
  })
}

/** How well words around a value fit a parameter, less those that fit another one as well. */
function closeness(around: readonly string[][], { cues }: Given, other: Given): number {
  const own = cues.filter((cue) => !other.cues.some((theirs) => isSameWord(cue, theirs)))
  return Math.max(
    0,
    ...around.map((words) => own.filter((cue) => words.some((word) => isSameWord(word, cue))).length),
  )
}

/** Values of one type that the prompt gives to each other's parameters. */
export function parameterProblems(task: Task, prompt: PromptText, registry: Registry): string[] {
  return task.expected_trace.steps.flatMap((step) => {
    const given = givenBy(step, registry)
    return given.flatMap((one, i) =>
      given.slice(i + 1).flatMap((other) => {
        if (one.type !== other.type || one.value === other.value) return []
        const aroundOne = surroundings(one.value, other.value, prompt)
        const aroundOther = surroundings(other.value, one.value, prompt)
        const kept = closeness(aroundOne, one, other) + closeness(aroundOther, other, one)
        const exchanged = closeness(aroundOne, other, one) + closeness(aroundOther, one, other)
        if (exchanged <= kept) return []
        return [
          `${step.step_id} expects ${one.name} = ${quoteValue(one.value)} and ${other.name} = ${quoteValue(other.value)}, ` +
            `and the prompt gives each to the other: looked for ${one.cues.join(', ')} by the first and ${other.cues.join(', ')} by the second`,
        ]
      }),
    )
  })
}
