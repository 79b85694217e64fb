import { findLargestExpansion } from '../../../run/worlds.ts'
import {
  fillTemplate,
  isTemplate,
  listSources,
  readBindingKey,
  type Template,
} from '../../../schema/binding.ts'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Task } from '../../../schema/task.ts'
import type { WrittenTask } from '../../../schema/task-in-world.ts'
import { readPlaceholder } from '../../../scoring/answers/line.ts'
import { carries } from '../../../scoring/tokens.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import { listReferences } from '../../../tasks/reference/reference-code.ts'
import type { Registry } from '../../../tools/registry.ts'
import { findStrictLevelProblem } from '../../load/check/level-shape.ts'
import { listParts } from '../../load/nodes.ts'
import { isQuoted } from '../../load/tasks-of.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { quoteValue } from '../quote-value.ts'
import { requestDigest } from '../request-judge.ts'
import type { AuditRule } from '../rule.ts'
import { findTokens, listTypesByForm } from '../stated.ts'

/** Whole numbers up to this one need not be values: they count, number, scale or divide. */
const MAX_COUNT = 100

const listTemplates = (args: Json): Template[] =>
  listParts(args)
    .map(({ value }) => value)
    .filter(isTemplate)

const listUnquotedTemplates = ({ prompt, expected_trace: { steps } }: Task): string[] =>
  steps.flatMap(({ step_id, arguments: args }) =>
    listTemplates(args)
      .filter((template) => !isQuoted(template, prompt))
      .map(
        (template) =>
          `${step_id} expects the text ${quoteValue(fillTemplate(template))}, which the prompt does not quote with its gaps`,
      ),
  )

const isRecord = (value: Json | undefined): boolean =>
  value !== undefined && isObject(value) && readBindingKey(value) === undefined

/** An answer line that asks for another shape than the graded answer has. */
function findLineProblems({ prompt, expected_final_answer: expected }: Task): string[] {
  const asked = readPlaceholder(prompt)
  if (asked === undefined || expected === undefined || listSources(expected).length === 0) return []
  const joinKeys = (value: Json): string =>
    Object.keys(value as object)
      .sort()
      .join(', ')
  if (isRecord(expected)) {
    if (!isObject(asked))
      return [
        `the answer has the keys ${joinKeys(expected)}, and the prompt asks for one value behind ANSWER:`,
      ]
    if (joinKeys(asked) !== joinKeys(expected))
      return [
        `the answer has the keys ${joinKeys(expected)}, and the prompt asks for ${joinKeys(asked)} behind ANSWER:`,
      ]
  } else if (isObject(asked)) {
    return [`the answer is not an object, and the prompt asks for the keys ${joinKeys(asked)} behind ANSWER:`]
  }
  return []
}

/** The part of a prompt that states values: without the answer line and the templates, which hold names of gaps. */
function selectStatingPart({ prompt, expected_trace: { steps } }: Task): string {
  const request = prompt.slice(0, prompt.includes('ANSWER:') ? prompt.lastIndexOf('ANSWER:') : undefined)
  const texts = steps.flatMap(({ arguments: args }) =>
    listTemplates(args).map((template) => fillTemplate(template)),
  )
  return texts.reduce((rest, text) => rest.replaceAll(text, ' '), request)
}

/** Whether a quoted text is a form to fill in, as the prompt of a free text may show: it states no value. */
const hasGap = (value: Json): boolean => typeof value === 'string' && /<[^<>]+>/.test(value)

/** Text of the functions of a task: what they compare with stands there, and in no call. */
const readFunctions = (task: WrittenTask): string[] =>
  listReferences(task).map(({ task: { reference } }) => String(reference))

/** Values that the prompt states and nothing expects, such as a second amount beside the one that is used. */
function findUnusedValues(task: WrittenTask): string[] {
  const { expected_trace, expected_final_answer = null, alternatives = [] } = task
  // Who can do nothing of what is asked uses nothing.
  if (expected_trace.steps.length === 0) return []
  const given = [expected_trace, expected_final_answer, alternatives, task.world ?? null]
  const expected = JSON.stringify([...given, ...readFunctions(task)])
  const unescaped = expected.replaceAll('\\"', '"').replaceAll('\\n', '\n')
  const isUsed = (value: Json): boolean =>
    carries(expected, value) ||
    carries(unescaped, value) ||
    unescaped.toLowerCase().includes(String(value).toLowerCase())
  const isCount = (value: Json): boolean =>
    Number.isInteger(value) && (value as number) <= Math.max(MAX_COUNT, expected_trace.steps.length)
  const values = new Set(findTokens(selectStatingPart(task)).map(({ value }) => value))
  return [...values]
    .filter((value) => !isCount(value) && !isUsed(value) && !hasGap(value))
    .map((value) => `the prompt states ${quoteValue(value)}, which no step and no answer uses`)
}

/** Titles that are an e-mail address, where the same call takes an address as well. */
const findAddressesAsTitles = (task: Task, registry: Registry): string[] =>
  task.expected_trace.steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const properties = (registry.get(tool_name)?.inputSchema as LeafSchema | undefined)?.properties ?? {}
    const readSemantic = (name: string): string => properties[name]?.[SEMANTIC_KEY] ?? ''
    if (!Object.keys(args).some((name) => readSemantic(name) === 'email')) return []
    return Object.entries(args)
      .filter(
        ([name, value]) => readSemantic(name) === 'title' && typeof value === 'string' && isAddress(value),
      )
      .map(([name, value]) => `${step_id} expects the address ${quoteValue(value)} as its ${name}`)
  })

const isAddress = (text: string): boolean => listTypesByForm(text).includes('email')

/** Fields of the answer whose placeholder names what another step of the same tool is called with. */
function findExchangedAnswers({
  prompt,
  expected_trace: { steps },
  expected_final_answer: expected,
}: Task): string[] {
  const asked = readPlaceholder(prompt)
  if (asked === undefined || expected === undefined || !isObject(expected) || !isObject(asked)) return []
  const namesOf = (id: string): string[] =>
    listLiteralLeaves(steps.find(({ step_id }) => step_id === id)?.arguments ?? null).map(({ value }) =>
      String(value),
    )
  return Object.entries(expected).flatMap(([key, value]) => {
    const words = `${key} ${JSON.stringify(asked[key] ?? '')}`.toLowerCase()
    const names = (name: string): boolean => carries(words, name.toLowerCase())
    const [source, ...more] = new Set(listSources(value).map(({ $from }) => $from))
    if (source === undefined || more.length > 0) return []
    const sourceNames = namesOf(source)
    if (sourceNames.some(names)) return []
    const tool = steps.find(({ step_id }) => step_id === source)?.tool_name
    return steps
      .filter(({ step_id, tool_name }) => step_id !== source && tool_name === tool)
      .filter(({ step_id }) => namesOf(step_id).some((name) => !sourceNames.includes(name) && names(name)))
      .map(
        ({ step_id }) =>
          `the answer "${key}" comes from ${source}, but its words name an argument of ${step_id}`,
      )
  })
}

/** Whether the prompt asks for the trace, as far as its structure shows it, or as a judge says. */
export const asked: AuditRule = {
  name: 'asked',
  holds:
    'the prompt has the graded answer line and templates, the trace uses every stated value, and the level fits the trace',
  needsReferenceRun: false,
  visit({ worlds, source, task, registry }, { verdicts }) {
    // The level of a function is made of its first world.
    const misfit =
      source.code === undefined
        ? findStrictLevelProblem(task === source ? task : findLargestExpansion(worlds))
        : undefined
    return [
      ...(misfit === undefined ? [] : [misfit]),
      ...findLineProblems(task),
      ...listUnquotedTemplates(task),
      ...findUnusedValues(source),
      ...findAddressesAsTitles(task, registry),
      ...findExchangedAnswers(task),
      ...(verdicts?.get(requestDigest(source)) ?? []),
    ]
  },
}
