import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { listStepsReadBy } from '../../../schema/binding.ts'
import { declareLazily } from '../../../schema/lazily.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { describeThrown, TracewrightError } from '../../../shared/errors.ts'
import { groupBy } from '../../../shared/group.ts'
import { dropUndefinedFields, isObject, type Json } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { replaceAt } from '../../../shared/pointer.ts'
import { shortenPath } from '../../../shared/shown-path.ts'
import { readText, writeWhole } from '../../../shared/whole-file.ts'
import { listNodes } from '../../load/nodes.ts'
import type { ItemChoice } from '../../print/rows.ts'
import { describeRule } from './rules.ts'

/** What a question about a drafted task can be about. */
const KINDS = [
  'sources',
  'extreme',
  'condition',
  'idle-read',
  'untraced',
  'free-text',
  'answer-leaf',
  'effect',
  'not-solved',
  'incomplete',
] as const

/** Where a question arises. */
export interface QuestionPlace {
  /** Id of the task. */
  task_id: string
  /** Id of the step; left out where the question is about the task. */
  step_id?: string
  /** JSON Pointer into the arguments of the step. */
  pointer?: string
}

/** A question that a draft leaves to a person. Every task that it is about is a `todo` until then. */
export interface DraftQuestion {
  /** Subject of the question. */
  kind: (typeof KINDS)[number]
  /** Name of the tool of the step. */
  tool?: string
  /** What was found, what the line says now, and what to do if that is not meant; about the first place. */
  text: string
  /** Where it arises. */
  places: QuestionPlace[]
}

/** A question about one drafted task. In a suite as code it stands above the value. */
export interface TaskQuestion extends QuestionPlace, Pick<DraftQuestion, 'kind' | 'tool'> {
  /** Empty if nothing is asked: then `choice` or `recorded` only say how the value is printed. */
  text: string
  /** What to write, or one of `others`. */
  value?: Json
  others?: readonly Json[]
  /** What any value may replace. */
  recorded?: Json
  /** Whether a function has `value` below the text, in place of what was recorded. */
  isInForce?: boolean
  /** Items of a list that it is about. */
  choice?: Omit<ItemChoice, 'text'>
  /** What held as the run went on with the step. */
  condition?: Json
  /** The form of a suite that alone asks: a fixed trace cannot decide, and a function asks about the rule in place of a read. */
  only?: 'code' | 'lines'
  /** The text for a function, if one question there is enough for several here. */
  inCode?: string
  /** Questions of one kind are one if this is the same; by default the text. */
  about?: string
}

const questionSchema = declareLazily((z) =>
  z.strictObject({
    kind: z.enum(KINDS),
    tool: z.string().optional(),
    text: z.string(),
    places: z.array(
      z.strictObject({
        task_id: z.string(),
        step_id: z.string().optional(),
        pointer: z.string().optional(),
      }),
    ),
  }),
)

/** Kinds that a function asks about once, wherever the same arises again. */
const KINDS_ASKED_ONCE: ReadonlySet<TaskQuestion['kind']> = new Set(['untraced', 'free-text', 'idle-read'])

/** The argument, or the field of it, that a pointer leads to. */
const nameArgument = (pointer: string): string =>
  pointer.split('/').findLast((key) => /\D/.test(key)) ?? pointer

/**
 * The questions about one task as its function asks them: about an argument of a tool once, and about several arguments of a
 * call together. A question that is asked elsewhere has no text.
 */
export function joinInCode(questions: readonly TaskQuestion[]): TaskQuestion[] {
  const isPlain = ({ kind, value, isInForce }: TaskQuestion): boolean =>
    KINDS_ASKED_ONCE.has(kind) && (value === undefined || isInForce === true)
  const plain = questions.filter(isPlain)
  const writeArgument = ({ tool, pointer = '', text }: TaskQuestion): string =>
    `${tool} ${nameArgument(pointer)} ${text}`
  const byArgument = groupBy(plain, writeArgument)
  const fresh = [...byArgument.values()].flatMap(([first]) => first ?? [])
  const byStep = groupBy(fresh, ({ step_id, text }) => `${step_id} ${text}`)
  const joined = [...byStep.values()].flatMap((same): TaskQuestion[] => {
    const [{ pointer, ...whole }] = same as [TaskQuestion]
    // A single question stands above its argument, or above the field of it.
    const isOnly = byArgument.get(writeArgument(same[0] as TaskQuestion))?.length === 1
    const place = isOnly ? /^$|\/[^/]*[^\d/][^/]*$/ : /^(?:\/[^/]*)?$/
    if (same.length === 1 && place.test(pointer ?? '')) return same
    const names = new Set(same.map((one) => nameArgument(one.pointer ?? '')))
    const list = [...names].join(', ')
    return [{ ...whole, text: `${names.size > 1 ? `each of ${list}` : list}: ${whole.text}` }]
  })
  const silent = plain.flatMap((one) =>
    joined.includes(one) || one.recorded === undefined ? [] : [{ ...one, text: '' }],
  )
  return [...questions.filter((one) => !isPlain(one)), ...joined, ...silent]
}

/** A task as a function has it: with values of questions in place of what was recorded. */
export function putInForce(task: Task, questions: readonly TaskQuestion[]): Task {
  const inForce = questions.filter(({ isInForce }) => isInForce)
  const steps = task.expected_trace.steps.map((step): Step => {
    const own = inForce.filter(({ step_id }) => step_id === step.step_id)
    const args = own.reduce(
      (all, { pointer = '', value = null }) => replaceAt(all, pointer, value),
      step.arguments,
    )
    return {
      ...step,
      arguments: args,
      depends_on: [...new Set([...step.depends_on, ...listStepsReadBy(args)])],
    }
  })
  const answer = inForce.find(({ kind }) => kind === 'answer-leaf')?.value
  return {
    ...task,
    expected_trace: { ...task.expected_trace, steps },
    ...(answer !== undefined && { expected_final_answer: answer }),
  }
}

/** A question for a suite of lines: with its place, and with what is proposed if it is a binding. */
export function writeForLines(question: TaskQuestion): string {
  const { step_id, tool, pointer, value, others = [], choice } = question
  const text = question.text
    .replaceAll('wrap it in any()', 'write any()')
    .replaceAll('any()', '{"$any": true}')
  const place = [step_id, step_id && tool, pointer].filter((part) => part).join(' ')
  const values = [value, ...others].filter((one) => one !== undefined && !holdsOnlyCode(one))
  const proposed =
    values.length === 0 ? '' : ` Proposed: ${values.map((one) => JSON.stringify(one)).join(' or ')}`
  const start = place === '' ? '' : `${place}: `
  if (choice === undefined) return `${start}${text}${proposed}`
  const places = choice.indices.map((index) => String(index + 1)).join(', ')
  const rules = choice.rules.map(describeRule).join(' or ')
  return `${start}the run went on with ${places} of ${choice.rows.lists[0]?.length}, which has ${rules}. The line expects this one, whatever the reason: to choose by a rule, draft a function, F.suite.ts.`
}

const ONLY_CODE = ['$product', '$quotient', '$day', '$all']

/** Whether only a function computes a value so. */
export const holdsOnlyCode = (value: Json): boolean =>
  listNodes(value).some(
    ({ value: part }) => isObject(part) && (ONLY_CODE.some((key) => key in part) || part.$calc === 'change'),
  )

/** Each question once, with all places where it arises. */
export const groupQuestions = (
  questions: readonly TaskQuestion[],
  write: (question: TaskQuestion) => string = ({ text }) => text,
): DraftQuestion[] =>
  [...groupBy(questions, ({ kind, about, text }) => `${kind} ${about ?? text}`).values()].map((same) => {
    const [first] = same as [TaskQuestion]
    const places = same.map(({ task_id, step_id, pointer }) => ({
      task_id,
      ...dropUndefinedFields({ step_id, pointer }),
    }))
    return { kind: first.kind, ...dropUndefinedFields({ tool: first.tool }), text: write(first), places }
  })

/** Questions with those of other tasks that stay open; the same one is asked once. */
export function joinQuestions(
  questions: readonly DraftQuestion[],
  others: readonly DraftQuestion[],
): DraftQuestion[] {
  const joined = [...questions]
  for (const other of others) {
    if (other.places.length === 0) continue
    const at = joined.findIndex(({ kind, text }) => kind === other.kind && text === other.text)
    const same = joined[at]
    if (same === undefined) joined.push(other)
    else joined[at] = { ...same, places: [...same.places, ...other.places] }
  }
  return joined
}

/** The questions of an earlier draft, `shop.questions.jsonl` for `shop.suite.jsonl`. */
export function readQuestions(file: string): DraftQuestion[] {
  if (!existsSync(file)) return []
  try {
    const lines = readText(file, 'questions').split('\n')
    return lines
      .filter((line) => line.trim() !== '')
      .map((line) => questionSchema().parse(parseJson(line)) as DraftQuestion)
  } catch (error) {
    throw new TracewrightError(
      `Failed to read the questions ${shortenPath(file)}: ${describeThrown(error)}. Delete the file, and draft again.`,
      { at: { file }, cause: error },
    )
  }
}

/** Writes a question a line; a file without questions is removed. */
export function writeQuestions(file: string, questions: readonly DraftQuestion[]): void {
  if (questions.length === 0) rmSync(file, { force: true })
  else writeWhole(file, [`${questions.map((question) => JSON.stringify(question)).join('\n')}\n`])
}

/** What a line has under `todo` while there are questions. */
export const writeTodo = (file: string): string =>
  `answer the questions in ${basename(file)}, then remove "todo"`
