import { listVettedSeeds } from '../../run/worlds.ts'
import { fillTemplate, isTemplate, listSources, type Template } from '../../schema/binding.ts'
import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import type { Task } from '../../schema/task.ts'
import { schemaAt } from '../../scoring/provenance.ts'
import { carries } from '../../scoring/tokens.ts'
import type { Json } from '../../shared/json.ts'
import type { LeafSchema } from '../../tasks/equality.ts'
import { listReferences } from '../../tasks/reference/reference-code.ts'
import { listNodes, listParts } from '../load/nodes.ts'
import { listLiteralLeaves } from './literal-leaves.ts'
import { quoteValue } from './quote-value.ts'
import { findTokens } from './stated.ts'
import type { AuditSubject } from './subject.ts'

/** Larger whole numbers are values: smaller ones may also count, number or scale something. */
const MAX_COUNT = 100

export const listTemplates = (args: Json): Template[] =>
  listParts(args)
    .map(({ value }) => value)
    .filter(isTemplate)

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

/** The task as the suite writes it, and what a task that depends on its world is in each of them. */
const listForms = ({ worlds, source, registry }: AuditSubject): Task[] =>
  worlds.isDependent
    ? [source, ...listVettedSeeds(source, registry).flatMap((seed) => worlds.find(seed)?.task ?? [])]
    : [source]

const DIGITS = /\d+(?:\.\d+)?/g
const readNumbers = (text: string): number[] => [...text.matchAll(DIGITS)].map(([digits]) => Number(digits))

/** Numbers that something written for a number may be: a share of a hundred, minutes of hours, an hour of the afternoon. */
const listFormsOf = (n: number): number[] => [
  ...[n, n - 1, n + 1, n + 12],
  ...[n / 100, 1 + n / 100, 1 - n / 100],
  ...[7, 24, 60, 3600, 100, 1000].map((unit) => n * unit),
]

/** Numbers of things in a run: calls, calls of one tool, items of lists, and the place of an item that a binding takes. */
function listCounts(subject: AuditSubject): number[] {
  const { steps } = subject.task.expected_trace
  const reference = subject.runReference()
  const calls = reference.ok ? reference.run.calls : []
  const lists = calls.flatMap(({ arguments: args, result }) =>
    listNodes([args, result ?? null]).flatMap(({ value }) => (Array.isArray(value) ? [value.length] : [])),
  )
  const values: Json[] = [
    ...steps.map((step): Json => step.arguments),
    subject.task.expected_final_answer ?? null,
  ]
  const places = values
    .flatMap((value) => listSources(value))
    .flatMap(({ at }) => readNumbers(at).map((i) => i + 1))
  const ofTools = steps.map(({ tool_name }) => steps.filter((step) => step.tool_name === tool_name).length)
  return [steps.length, ...ofTools, ...lists, ...places]
}

const QUOTED = /(['"`])(?:\\.|(?!\1)[^\\])*\1/g
/** Whether a function compares or calculates with a number that the prompt does not state: 12 for "above 10". */
const hasOtherConstant = (code: readonly string[], prompt: string): boolean => {
  const stated = new Set(readNumbers(prompt).flatMap(listFormsOf))
  return code
    .flatMap((text) => readNumbers(text.replaceAll(QUOTED, ' ').replaceAll(/[\w$]*[A-Za-z_$]\d[\w$]*/g, ' ')))
    .some((n) => n > 2 && !stated.has(n))
}

const CLOCK = /\b\d{1,2}:\d{2}\b/g

/**
 * Text of the functions of a task: what they compare with stands there, and in no call. Whoever took the types out may have
 * written 9000 as 9e3.
 */
const readFunctions = ({ source }: AuditSubject): string[] =>
  listReferences(source).map(({ task: { reference } }) =>
    String(reference).replaceAll(/\b\d+(?:\.\d+)?e\d+\b/g, (digits) => String(Number(digits))),
  )

/** Whole numbers up to 100 that no call, condition, count or place has. */
function listUnusedCounts(subject: AuditSubject, expected: string, stated: readonly Json[]): Json[] {
  const counts = stated.filter((value) => Number.isInteger(value) && (value as number) <= MAX_COUNT)
  if (counts.length === 0) return []
  const code = readFunctions(subject)
  const used = new Set([...readNumbers(expected), ...listCounts(subject)])
  const unused = counts.filter((value) => !listFormsOf(Number(value)).some((form) => used.has(form)))
  // A function may read its limit from elsewhere, such as the row of `task.each`.
  return code.length === 0 || hasOtherConstant(code, subject.source.prompt) ? unused : []
}

/** Codes of currencies that the prompt states for a task that takes currencies. */
function listStatedCurrencies({ task, registry }: AuditSubject, request: string): string[] {
  const takesCurrency = task.expected_trace.steps.some(({ tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return listLiteralLeaves(args).some(
      ({ pointer }) => schemaAt(schema, pointer)?.[SEMANTIC_KEY] === 'currency',
    )
  })
  if (!takesCurrency) return []
  const known = new Set(Intl.supportedValuesOf('currency'))
  return (request.match(/\b[A-Z]{3}\b/g) ?? []).filter((code) => known.has(code))
}

/** Values that the prompt states and nothing expects, such as a second amount beside the one that is used. */
export function findUnusedValues(subject: AuditSubject): string[] {
  const forms = listForms(subject)
  // Who can do nothing of what is asked uses nothing.
  if (forms.every(({ expected_trace }) => expected_trace.steps.length === 0)) return []
  const given = forms.map(({ expected_trace, expected_final_answer = null, alternatives = [], world }) => [
    ...[expected_trace, expected_final_answer, alternatives, world?.state ?? null],
  ])
  const expected = JSON.stringify([...given, ...readFunctions(subject)])
  const unescaped = expected.replaceAll('\\"', '"').replaceAll('\\n', '\n')
  const lower = unescaped.toLowerCase()
  const isUsed = (value: Json): boolean =>
    carries(expected, value) || carries(unescaped, value) || lower.includes(String(value).toLowerCase())
  const isCount = (value: Json): boolean =>
    Number.isInteger(value) &&
    (value as number) <= Math.max(MAX_COUNT, subject.task.expected_trace.steps.length)
  const request = selectStatingPart(subject.task)
  const tokens = findTokens(request).map(({ value }) => value)
  const smallNumbers = findTokens(request.replaceAll(CLOCK, ' ')).map(({ value }) => value)
  const unused = [
    ...tokens.filter((value) => !isCount(value) && !isUsed(value) && !hasGap(value)),
    ...listUnusedCounts(subject, expected, smallNumbers),
    ...listStatedCurrencies(subject, request).filter((code) => !lower.includes(code.toLowerCase())),
  ]
  return [...new Set(unused)].map(
    (value) => `the prompt states ${quoteValue(value)}, which no step and no answer uses`,
  )
}
