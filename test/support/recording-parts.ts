import type { Json, JsonObject } from '../../src/shared/json.ts'
import type { RecordedCall, RecordedTool } from '../../src/suites/repair/record/recording.ts'

/** A tool of a recording, whose parameters may be anything. */
export const buildRecordedTool = (
  name: string,
  effect: RecordedTool['effect'],
  ...parameters: string[]
): RecordedTool => ({
  name,
  effect,
  description: '',
  inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((one) => [one, {}])) },
  outputSchema: {},
})

/** A call of a recording that was answered with 200 and JSON. */
export const buildRecordedCall = (
  id: string,
  tool: string,
  args: JsonObject,
  result: Json,
): RecordedCall => ({
  id,
  tool,
  arguments: args,
  status: 200,
  type: 'application/json',
  body: JSON.stringify(result),
})
