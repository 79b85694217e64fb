import type { ListFormat } from './conversation.ts'
import { ITEMS, MESSAGES, SPANS, STEPS, traceFormatOf } from './list.ts'
import { spansIn } from './spans.ts'
import { type Fields, ImportProblem, isFields, listField } from './values.ts'

/** A list that an object carries, the formats it may be of, and the tokens that stand beside it. */
interface Wrapped {
  list: readonly unknown[]
  formats: readonly ListFormat[]
  usage: unknown
}

function ofCompletion(choices: readonly unknown[]): Wrapped['list'] {
  if (choices.length === 1) return listField({ choices }, 'choices').map(({ message }) => message)
  throw new ImportProblem(`the completion holds ${choices.length} choices. Give the messages of one of them.`)
}

/** What stands under one of the keys that can hold a list. */
function listsIn(value: Fields): Omit<Wrapped, 'usage'>[] {
  const { choices, steps, messages, output, input, spans, resourceSpans, response } = value
  const inner = isFields(response) ? response.messages : undefined
  return [
    { list: choices, formats: MESSAGES, read: ofCompletion },
    { list: steps, formats: STEPS },
    { list: messages, formats: MESSAGES },
    {
      list: output,
      formats: ITEMS,
      read: (items: readonly unknown[]) => [...(Array.isArray(input) ? input : []), ...items],
    },
    { list: spans, formats: SPANS },
    { list: inner, formats: MESSAGES },
  ]
    .flatMap(({ list, formats, read = (items: readonly unknown[]) => items }) =>
      Array.isArray(list) ? [{ list: read(list), formats }] : [],
    )
    .concat(resourceSpans === undefined ? [] : [{ list: spansIn(resourceSpans), formats: SPANS }])
}

function checkSettled(value: Fields): void {
  const pending = ['steps', 'messages', 'response', 'output'].find(
    (key) => isFields(value[key]) && typeof value[key].then === 'function',
  )
  if (pending !== undefined)
    throw new ImportProblem(`"${pending}" is a promise. Await it, and import what it gives.`)
}

/**
 * The list that an object is about: result of `generateText`, response, completion, state of a graph, OTLP
 * document. Of several the first that is filled and known; undefined where there is none.
 */
export function unwrap(value: Fields): Wrapped | undefined {
  checkSettled(value)
  const lists = listsIn(value)
  const found =
    lists.find(({ list, formats }) => list.length > 0 && traceFormatOf(list, formats) !== undefined) ??
    lists.find(({ list }) => list.length > 0) ??
    lists[0]
  if (found === undefined) return undefined
  if (found.list.length === 0 && found.formats === SPANS)
    throw new ImportProblem('there are no spans. Export those of the whole run.')
  return { ...found, usage: value.totalUsage ?? value.usage }
}
