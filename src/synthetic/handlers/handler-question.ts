import type { ModelQuestion } from '../../models/ask.ts'
import type { JsonObject } from '../../shared/json.ts'
import { lines, PART } from '../generate/prompts/prompt.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import { openSentences } from '../tool-spec/tool-spec.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import { type HandlerAnswer, handlerQuestionSchema } from './handler-schema.ts'
import type { ToolGroup } from './state.ts'
import { describeTool } from './state.ts'
import { triedTool } from './try-handler.ts'

/** The state as a prompt shows it: a record a line. */
export const stateLines = (state: JsonObject): string[] =>
  Object.entries(state).flatMap(([name, records]) => [
    `${name}:`,
    ...(Array.isArray(records)
      ? records.map((record) => `  ${JSON.stringify(record)}`)
      : [`  ${JSON.stringify(records)}`]),
  ])

const HANDLER = [
  'effect: read where it changes nothing, idempotent-write where a second equal call changes nothing more, else write.',
  'rules: rules that the specification states and that are not listed above as a rule; usually none.',
  'handler: null where the results do not follow from arguments and records. Else:',
  '- collection: where the records are; null where the tool only computes. A tool that creates may name a new one.',
  '- match: records whose field equals the argument, if given. one: exactly one record must match; missing is then the',
  '  failure mode of a record that is not there. page: the parameters that say which part of a list is shown.',
  '- related: records of other collections that formulas may name: "name" is what formulas call the record whose "field"',
  '  has the value of the formula "equals"; missing is the failure mode where there is none.',
  '- refusals: a formula that holds for calls that are refused, with the failure mode word for word in error.',
  '- set: what becomes of a field: the argument named in "of" [parameter], a constant [value], more or less by an',
  '  argument [add, subtract], a new id with the prefix in "of" [id], the present time [now], a formula [formula]. record',
  '  names a related record whose field it is; null for the record itself. non_negative: fields that may not fall below 0.',
  '- outputs: what each output shows after the change: a field of the one record [field], the field as it was before',
  '  [before], the field of all records [values], a list of objects [records, with fields], how many are shown [count],',
  '  how many there are on all pages [total], whether more follow [more], the sum of a field [sum], an argument',
  '  [parameter], a constant [value], a formula [formula]. Cover every output.',
  'Formulas are one Python expression: round(quantity * record["price"], 2). They name arguments (None where an optional',
  'one is left out and has no default), record["field"], before["field"], related records as name["field"], and now. There',
  'are abs, min, max, round, sum, len, sorted, str, int, float, add_days(date, days) and days_between(start, end).',
  'known: the arguments of one call that succeeds on these records, and the whole result, as text of JSON objects.',
  'failures: each failure mode that is listed as open below, word for word, with verdict refused and the arguments of a',
  'call that it refuses on these records; run_time where no call shows it (a time-out, an outage); per_call where it takes',
  'judgement of what the call says. args is null for the last two.',
]

/** Asks for the rules and the handler of a tool, and for calls whose answers are known; what it gives is executed. */
export const handlerQuestion = (
  group: ToolGroup,
  tool: ToolSpec,
  state: JsonObject,
  known: readonly KnownCall[],
  failed: readonly string[],
): ModelQuestion<HandlerAnswer> => ({
  name: 'handler',
  system: PART,
  prompt: lines(
    ...group.about,
    `Say how this tool works on the records: ${tool.name}.`,
    describeTool(tool),
    ...tool.rules.map(
      ({ from: _, message, ...rule }) => `  rule ${JSON.stringify({ ...rule, error: message })}`,
    ),
    ...known.map(({ args, output }) => `  known ${JSON.stringify(args)} gives ${JSON.stringify(output)}`),
    `Open failure modes: ${openSentences(tool).join(' | ') || 'none'}`,
    'The records:',
    ...stateLines(state),
    '',
    ...HANDLER,
    ...(failed.length === 0
      ? []
      : ['When all tools ran one after another, this failed:', ...failed.map((one) => `- ${one}`)]),
  ),
  schema: handlerQuestionSchema,
  check(answer) {
    const made = triedTool(tool, answer, state, known)
    return made.ok ? [] : made.problems
  },
})
