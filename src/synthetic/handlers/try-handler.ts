import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import {
  collectMadeOutputs,
  type Handler,
  listFormulas,
  listHandlerMessages,
} from '../../tools/imported/handlers/handler.ts'
import { listStoredRecords } from '../../tools/imported/store/given-state.ts'
import { findSyntaxProblem } from '../../tools/python/evaluate.ts'
import { World } from '../../tools/world/world.ts'
import { findOutputProblems } from '../audit/known-calls.ts'
import { findRuleProblems, parseWrittenRule } from '../generate/rule-schema.ts'
import { answerSyntheticCall, type Failed } from '../simulate/respond.ts'
import type { Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { openSentences } from '../tool-spec/tool-spec.ts'
import type { FailingCall, KnownCall, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { type HandlerAnswer, parseHandler, parseObject } from './handler-schema.ts'

export interface HandledTool {
  readonly tool: ToolSpec
  readonly known: KnownCall
  readonly failing: readonly FailingCall[]
}

type TriedTool = ({ readonly ok: true } & HandledTool) | { readonly ok: false; readonly problems: string[] }

function collectFields(state: JsonObject, { collection = '', match, set }: Handler): ReadonlySet<string> {
  const records = listStoredRecords(state, collection)
  const written = set.flatMap(({ field, of }) => (of === undefined ? [field] : []))
  const keys = records.some(({ isKeyed }) => isKeyed === true) ? match.map(({ field }) => field) : []
  return new Set([...written, ...keys, ...records.flatMap(({ record }) => Object.keys(record))])
}

/** What a handler names that is not there, and formulas that cannot be read. */
function nameProblems(handler: Handler, tool: ToolSpec, state: JsonObject): string[] {
  const { collection, action, match, set, outputs, nonNegative, related, page } = handler
  const collectTexts = (values: readonly object[], kinds: readonly string[]): string[] =>
    values.flatMap((one) =>
      Object.entries(one).flatMap(([kind, of]: [string, Json]) => (kinds.includes(kind) ? [String(of)] : [])),
    )
  const views = outputs.map(({ from }) => from)
  const written = set.flatMap(({ field, of }) => (of === undefined ? [field] : []))
  const picked = action === 'create' || collection === undefined ? [] : [collection]
  const collections = [...picked, ...related.map((one) => one.collection)]
  const fields = [
    ...match.map(({ field }) => field),
    ...collectTexts(views, ['field', 'before', 'values', 'sum']),
    ...views.flatMap((from) => ('records' in from ? Object.values(from.records) : [])),
    ...nonNegative.filter((field) => !set.some((one) => one.of !== undefined && one.field === field)),
  ]
  const parameters = [
    ...match.map(({ parameter }) => parameter),
    ...collectTexts([...set.map(({ to }) => to), ...views], ['parameter', 'add', 'subtract']),
    ...Object.values(page ?? {}).filter((one) => one !== undefined),
  ]
  const names: readonly (readonly [named: string[], there: Iterable<string>, what: string])[] = [
    [collections, collections.filter((one) => listStoredRecords(state, one).length > 0), 'collection'],
    [fields, collectFields(state, handler), `field of ${collection ?? 'the records'}`],
    [parameters, tool.parameters.map(({ name }) => name), 'parameter'],
    [outputs.map(({ output }) => output), tool.outputs.map(({ name }) => name), 'output'],
    [set.flatMap(({ of }) => of ?? []), related.map(({ name }) => name), 'related record'],
    [listHandlerMessages(handler), tool.failureModes, 'failure mode'],
  ]
  return [
    ...names.flatMap(([named, there, what]) => {
      const known = new Set(there)
      return [...new Set(named)].filter((one) => !known.has(one)).map((one) => `unknown ${what} "${one}"`)
    }),
    ...listFormulas(handler).flatMap(({ text, use }) => {
      const problem = findSyntaxProblem(text)
      return problem === undefined ? [] : [`the formula ${text} of ${use} cannot be read: ${problem}`]
    }),
    ...(action === 'read' && written.length > 0 ? ['a handler that reads sets nothing'] : []),
    ...(action === 'create' && written.length === 0
      ? ['a handler that creates sets the fields of the record']
      : []),
  ]
}

/** The specification with the rules that the model adds; or what is wrong with them. */
function addRules(plain: ToolSpec, { rules }: HandlerAnswer): ToolSpec | string[] {
  const names = plain.parameters.map(({ name }) => name)
  const problems = findRuleProblems(rules, plain.failureModes, names)
  const buildBodyKey = ({ from: _, message: __, ...body }: Rule): string => stringifyStably(body)
  const seen = new Set(plain.rules.map(buildBodyKey))
  const fresh = rules.map(parseWrittenRule).filter((rule) => !seen.has(buildBodyKey(rule)))
  return problems.length > 0 ? problems : { ...plain, rules: [...plain.rules, ...fresh] }
}

/** What rules and handler say of a call on the records as they are given: why it is refused, or what they give. */
function tryAnswering(
  { id: tool }: ToolSpec,
  args: JsonObject,
  toolkit: SyntheticToolkit,
): { refusal?: Failed; gives?: JsonObject } {
  const said = answerSyntheticCall({ tool, args }, toolkit, new World(0))
  if ('open' in said) return { gives: said.open.settled }
  return said.output === null ? { refusal: said.verdict } : { gives: said.output }
}

const listMadeBy = ({ handler }: ToolSpec): ReadonlySet<string> =>
  handler === undefined ? new Set() : collectMadeOutputs(handler)

/** What speaks against a call whose result is stated: the call is made on the records. */
function findKnownProblems(tool: ToolSpec, { args, output }: KnownCall, toolkit: SyntheticToolkit): string[] {
  const call = `the known call ${JSON.stringify(args)}`
  const misfits = findOutputProblems(output, tool)
  if (misfits.length > 0) return misfits.map((problem) => `the result of ${call}: ${problem}`)
  const { refusal, gives = {} } = tryAnswering(tool, args, toolkit)
  if (refusal !== undefined) return [`${call} is refused: ${refusal.message}`]
  const shown = tool.handler?.outputs.map((one) => one.output) ?? []
  const lacking = shown.filter((name) => !Object.hasOwn(gives, name))
  if (lacking.length > 0) return [`${call}: the handler gives no ${lacking.join(', ')}`]
  const wrong = shown.filter(
    (name) => !listMadeBy(tool).has(name) && stringifyStably(gives[name]) !== stringifyStably(output[name]),
  )
  const formatField = (values: JsonObject, name: string): string => `${JSON.stringify(values[name])}`
  return wrong.map(
    (name) =>
      `the result of ${call} says ${name} = ${formatField(output, name)}, the records say ${formatField(gives, name)}`,
  )
}

/** The calls that are to be refused, each by its failure mode; or what is wrong with them. */
function checkFailingCalls(
  tool: ToolSpec,
  { failures }: HandlerAnswer,
  toolkit: SyntheticToolkit,
): { failing: FailingCall[]; problems: string[] } {
  const failing: FailingCall[] = []
  const problems = failures.flatMap(({ error, verdict, args: text }): string[] => {
    if (!tool.failureModes.includes(error)) return [`unknown failure mode "${error}"`]
    if (verdict !== 'refused') return []
    const args = text === undefined ? undefined : parseObject(text)
    if (args === undefined) return [`"${error}": args is not the text of a JSON object`]
    const { refusal: { code, message, rule } = {} } = tryAnswering(tool, args, toolkit)
    if (code !== 400 && code !== 404)
      return [`"${error}": the call ${text} is not refused; add a rule or a refusal, or give another call`]
    const isOwnRule = tool.rules.some(
      ({ kind, from, message: said }) => kind === rule && (said ?? from.text) === error,
    )
    if (message !== error && !isOwnRule) return [`"${error}": the call ${text} is refused by "${message}"`]
    failing.push({ tool: tool.id, args, sentence: error, code })
    return []
  })
  return { failing, problems }
}

/** Gives a tool its rules and its handler, and executes them. */
export function tryTool(
  plain: ToolSpec,
  answer: HandlerAnswer,
  state: JsonObject,
  given: readonly KnownCall[],
): TriedTool {
  const buildRefuted = (problems: string[]): TriedTool => ({ ok: false, problems })
  const ruled = addRules(plain, answer)
  if (Array.isArray(ruled)) return buildRefuted(ruled)
  const handler = answer.handler === undefined ? undefined : parseHandler(answer.handler)
  if (typeof handler === 'string') return buildRefuted([handler])
  const [args, output] = [parseObject(answer.known.args), parseObject(answer.known.output)]
  if (!isObject(args) || !isObject(output))
    return buildRefuted(['known: args and output are texts of JSON objects'])
  const named = handler === undefined ? [] : nameProblems(handler, ruled, state)
  const { effect } = answer
  if (
    handler !== undefined &&
    (handler.action === 'read' && handler.set.length === 0) !== (effect === 'read')
  )
    named.push(`the effect is ${effect}, and the handler does ${handler.action}`)
  if (named.length > 0) return buildRefuted(named)
  const verdicts = answer.failures.flatMap(({ error, verdict }) =>
    verdict === 'refused' ? [] : [{ text: error, verdict }],
  )
  const kept = (ruled.sentences ?? []).filter(({ text }) => !verdicts.some((one) => one.text === text))
  const sentences = [...kept, ...verdicts]
  const tool: ToolSpec = {
    ...ruled,
    effect,
    handler,
    sentences: sentences.length === 0 ? undefined : sentences,
  }
  const toolkit: SyntheticToolkit = { version: 1, name: 'check', tools: [tool], state, known: [] }
  const known = { tool: tool.id, args, output }
  const { failing, problems } = checkFailingCalls(tool, answer, toolkit)
  const told = new Set(answer.failures.map(({ error }) => error))
  const found = [
    ...[known, ...given].flatMap((one) => findKnownProblems(tool, one, toolkit)),
    ...problems,
    // Those that the handler decides, too: each has to show a call.
    ...openSentences(ruled)
      .filter((sentence) => !told.has(sentence))
      .map((sentence) => `failures says nothing of "${sentence}"`),
  ]
  if (found.length > 0) return buildRefuted(found)
  // Ids that the call makes are those that the handler makes.
  const { gives = {} } = tryAnswering(tool, args, toolkit)
  const made = Object.entries(gives).filter(([name]) => listMadeBy(tool).has(name))
  return {
    ok: true,
    tool,
    known: { ...known, output: { ...output, ...Object.fromEntries(made) } },
    failing,
  }
}
