import { type Fields, isAbsent, isFields, textField } from './fields.ts'
import type { ListFormat } from './format.ts'
import { readArguments } from './json.ts'
import { isResponseItem } from './openai-responses.ts'
import { badArguments, readToolAnswer } from './outcome.ts'
import { readStoredCalls } from './own.ts'

const ARGUMENTS = ['args', 'arguments', 'input']
/** What a call of a recorded trace may tell beside tool and arguments. */
const TOLD = ['id', 'status', 'error', 'turn', 'started', 'ended', 'committed']

function fits(item: unknown): boolean {
  if (!isFields(item) || item.role !== undefined || item.attributes !== undefined) return false
  if (isResponseItem(item) || textField(item, 'name', 'tool_name') === undefined) return false
  return ARGUMENTS.filter((name) => name in item).length === 1
}

function outcomeOf(name: string, item: Fields): Fields {
  const answer = item.result ?? item.output
  if (isAbsent(answer)) return {}
  const isTold = !isAbsent(item.status) || !isAbsent(item.error)
  return isTold ? { result: answer } : { ...readToolAnswer(name, answer) }
}

/** A listed call in the fields of a stored one. */
function stored(item: Fields): Fields {
  const name = textField(item, 'tool_name', 'name') as string
  const key = ARGUMENTS.find((field) => field in item) as string
  const read = readArguments(item[key], `the call of ${name}`)
  const told = TOLD.flatMap((field) => (isAbsent(item[field]) ? [] : [[field, item[field]] as const]))
  return {
    ...Object.fromEntries(told),
    tool_name: name,
    arguments: read.arguments,
    ...(read.problem === undefined ? outcomeOf(name, item) : badArguments(read.problem)),
  }
}

/** Plain lists of calls, `{name, args}` and its kin: each call is a turn of its own. */
export const callList: ListFormat = {
  name: 'call-list',
  fits,
  read: (list) => ({ ...readStoredCalls(list.map(stored)), final_answer: null }),
}
