import type { JsonObject } from '../../../shared/json.ts'
import { lines, PART, type Prompt } from '../../generate/prompts/prompt.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { describeTool } from '../describe-tools.ts'
import type { ToolSet } from '../tool-set.ts'

/** The state as a prompt shows it: a record a line. */
export const stateLines = (state: JsonObject): string[] =>
  Object.entries(state).flatMap(([name, records]) => [
    `${name}:`,
    ...(Array.isArray(records) ? records.map((record) => `  ${JSON.stringify(record)}`) : []),
  ])

export const behaviourPrompt = ({ field, task }: ToolSet, tool: ToolSpec, state: JsonObject): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Task: ${task}`,
    `Say how this tool works on the records: ${tool.name}.`,
    describeTool(tool),
    'The records:',
    ...stateLines(state),
    '',
    'effect: read where it changes nothing, idempotent-write where a second equal call changes nothing more, else write.',
    'handler: the collection; the action; match (records whose field equals the argument); one (exactly one record ' +
      'must match, else it is not found); set (for create, update: what becomes of a field: the argument named in ' +
      '"of" [parameter], a constant [value], more or less by an argument [add, subtract], a new id with the prefix in ' +
      '"of" [id], the present time [now]); non_negative (fields that may not fall below zero); outputs (what each ' +
      'output shows after the change: a field of the record [field], the field of all records [values], how many ' +
      '[count], the sum of a field [sum], an argument [parameter], a constant [value]). Cover every output that ' +
      'follows from the records; null where nothing does.',
    'call: arguments of one call that succeeds on these records. result: what it gives, every output.',
  ),
})
