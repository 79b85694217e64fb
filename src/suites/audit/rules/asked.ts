import { fillTemplate, listSources, readBindingKey, type Template } from '../../../schema/binding.ts'
import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import type { Task } from '../../../schema/task.ts'
import { readPlaceholder } from '../../../scoring/answers/line.ts'
import { carries } from '../../../scoring/tokens.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import type { LeafSchema } from '../../../tasks/equality.ts'
import type { Registry } from '../../../tools/registry.ts'
import { findStrictLevelProblem } from '../../load/check/level-shape.ts'
import { isQuoted } from '../../load/tasks-of.ts'
import { findIdleOrders } from '../idle-orders.ts'
import { listLiteralLeaves } from '../literal-leaves.ts'
import { findMisnamedFields, findOfferedAnswers } from '../named-fields.ts'
import { quoteValue } from '../quote-value.ts'
import { requestDigest } from '../request-judge.ts'
import type { AuditRule } from '../rule.ts'
import { listTypesByForm } from '../stated.ts'
import { findUnusedValues, listTemplates } from '../unused-values.ts'

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Whether a prompt quotes a template with gaps of any name: a function has no names for its gaps. */
function isQuotedSomehow({ $template }: Template, prompt: string): boolean {
  const parts = $template.map((part) =>
    typeof part === 'string' ? squeeze(part).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&') : '<[^<>]+>',
  )
  return new RegExp(parts.join('\\s*')).test(squeeze(prompt))
}

const listUnquotedTemplates = ({ prompt, expected_trace: { steps } }: Task, isCode: boolean): string[] =>
  steps.flatMap(({ step_id, arguments: args }) =>
    listTemplates(args)
      .filter((template) => !(isCode ? isQuotedSomehow(template, prompt) : isQuoted(template, prompt)))
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
        `the answer has the keys ${joinKeys(expected)}, and the prompt asks for one value after ANSWER:`,
      ]
    if (joinKeys(asked) !== joinKeys(expected))
      return [
        `the answer has the keys ${joinKeys(expected)}, and the prompt asks for ${joinKeys(asked)} after ANSWER:`,
      ]
  } else if (isObject(asked)) {
    return [`the answer is not an object, and the prompt asks for the keys ${joinKeys(asked)} after ANSWER:`]
  }
  return []
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
  const listArgumentNames = (id: string): string[] =>
    listLiteralLeaves(steps.find(({ step_id }) => step_id === id)?.arguments ?? null).map(({ value }) =>
      String(value),
    )
  return Object.entries(expected).flatMap(([key, value]) => {
    const words = `${key} ${JSON.stringify(asked[key] ?? '')}`.toLowerCase()
    const names = (name: string): boolean => carries(words, name.toLowerCase())
    const [source, ...more] = new Set(listSources(value).map(({ $from }) => $from))
    if (source === undefined || more.length > 0) return []
    const sourceNames = listArgumentNames(source)
    if (sourceNames.some(names)) return []
    const tool = steps.find(({ step_id }) => step_id === source)?.tool_name
    return steps
      .filter(({ step_id, tool_name }) => step_id !== source && tool_name === tool)
      .filter(({ step_id }) =>
        listArgumentNames(step_id).some((name) => !sourceNames.includes(name) && names(name)),
      )
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
  repair: 'let the prompt ask for exactly what is graded',
  needsReferenceRun: false,
  visit(subject, { verdicts }) {
    const { source, task, registry } = subject
    // The level of a function is made of its first world.
    const misfit = source.code === undefined ? findStrictLevelProblem(task) : undefined
    return [
      ...(misfit === undefined ? [] : [misfit]),
      ...findLineProblems(task),
      ...listUnquotedTemplates(task, source.code !== undefined),
      ...findUnusedValues(subject),
      ...findAddressesAsTitles(task, registry),
      ...findExchangedAnswers(task),
      ...findOfferedAnswers(subject),
      ...(subject.runReference().ok ? [...findMisnamedFields(subject), ...findIdleOrders(subject)] : []),
      ...(verdicts?.get(requestDigest(source)) ?? []),
    ]
  },
}
