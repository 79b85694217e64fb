import { z } from 'zod'
import type { ModelQuestion } from '../../../models/ask.ts'
import { type JsonObject, stableJson } from '../../../shared/json.ts'
import { recordsOf } from '../../../tools/imported/store/given-state.ts'
import { lines } from '../../generate/prompts/prompt.ts'
import { outputRules } from '../../rules/compile.ts'
import { openSentences } from '../../tool-spec/tool-spec.ts'
import { type ModelReply, refusalSchema } from '../../toolkit/toolkit.ts'
import { checkValue } from '../../validate/checks/value-checks.ts'
import { argumentOf } from '../../validate/given.ts'
import { outputSchemaOf } from '../json-schema.ts'
import type { OpenCall } from '../kept-answer.ts'

/** What an output says that contradicts the specification, the call, or what is settled. */
function outputProblems(output: JsonObject, { tool, args, settled }: OpenCall): string[] {
  return tool.outputs.flatMap(({ name }) => {
    const value = output[name]
    if (value === undefined) return []
    const rules = outputRules(tool).filter((rule) => 'parameter' in rule && rule.parameter === name)
    const broken = rules.flatMap((rule) =>
      rule.kind === 'one_of' || rule.kind === 'range' ? (checkValue(value, rule) ?? []) : [],
    )
    const due = settled[name] ?? argumentOf(args, name, tool)
    const isOther = due !== undefined && stableJson(due) !== stableJson(value)
    return [
      ...broken.map((problem) => `"${name}": ${problem}`),
      ...(isOther ? [`"${name}" is ${JSON.stringify(value)} and must be ${JSON.stringify(due)}`] : []),
    ]
  })
}

/** Whether a text names a record of the state: by its key, or by a value of one of its fields. */
function hasRecord(state: JsonObject, { collection, key }: { collection: string; key: string }): boolean {
  return recordsOf(state, collection).some(
    (one) => one.key === key || Object.values(one.record).map(String).includes(key),
  )
}

function refusalProblems(
  { sentence, record }: NonNullable<ModelReply['refusal']>,
  { tool, state }: OpenCall,
) {
  if ((sentence === null) === (record === null))
    return ['a refusal cites either a sentence of the specification or a record, not both']
  const { description, usage, failureModes, parameters } = tool
  const said = [...failureModes, usage, description, ...parameters.map((one) => one.description)]
  if (sentence !== null && !said.some((text) => text.includes(sentence)))
    return [`the specification does not say "${sentence}": cite it word for word`]
  if (record !== null && !hasRecord(state, record))
    return [`${record.collection} has no record ${JSON.stringify(record.key)}`]
  return []
}

/** Characters of the records, and of the calls before, that are shown. */
const MAX_SHOWN = 24_000

function clipped(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)} ... (cut off)`
}

const SYSTEM =
  'You stand in for a software tool on a test bench. A program has checked the form of the call and the rules that it ' +
  'could read. Decide as the specification says whether the tool refuses the call; if not, give its result: in agreement ' +
  'with the arguments, the records and the earlier calls, with figures that add up. Invent only what nothing else tells.'

/**
 * Asks a model for the answer to a call that no rule, handler or known call covers: a result, or a refusal that cites a
 * sentence of the specification or a record.
 *
 * @param judge Looks at an answer of the right form; what it holds against it is named when the model is asked again
 */
export const answerQuestion = (
  open: OpenCall,
  judge: (reply: ModelReply) => Promise<string[]>,
): ModelQuestion<ModelReply> => {
  const { tool, args, settled, state, writes, seed } = open
  const { rules: _, handler: __, ...spec } = tool
  const sentences = openSentences(tool)
  return {
    name: 'tool_response',
    system: SYSTEM,
    prompt: lines(
      `Tool: ${JSON.stringify(spec)}`,
      sentences.length === 0
        ? undefined
        : `Nothing has checked these failures yet: ${sentences.map((text) => `"${text}"`).join(' ')}`,
      `Records: ${clipped(state)}`,
      `Earlier calls that no record shows: ${writes.length === 0 ? 'none' : clipped(writes)}`,
      `World: ${seed}. Ids, figures and names that nothing tells differ from world to world.`,
      Object.keys(settled).length === 0
        ? undefined
        : `Settled, to be repeated as it is: ${JSON.stringify(settled)}`,
      '',
      `Call: ${JSON.stringify(args)}`,
      'refusal: null where the tool accepts the call. Else the code (404 for a record that is not there, 400 otherwise), ' +
        'the parameter to blame or null, the message, and what refuses it: a sentence of the specification, word for ' +
        'word, or a record by collection and key. Do not make up a reason where nothing says so.',
      'output: null where the call is refused. Else every output under its name; one that is named like an argument ' +
        'repeats it.',
    ),
    schema: z.strictObject({
      refusal: refusalSchema.nullable(),
      output: z.fromJSONSchema(outputSchemaOf(tool, [])).nullable() as z.ZodType<JsonObject | null>,
    }),
    async check(reply) {
      const { refusal, output } = reply
      if ((refusal === null) === (output === null))
        return ['give either "refusal" or "output"; the other one is null']
      const problems = refusal === null ? outputProblems(output ?? {}, open) : refusalProblems(refusal, open)
      return problems.length > 0 ? problems : judge(reply)
    },
  }
}
