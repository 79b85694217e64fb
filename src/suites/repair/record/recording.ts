import type { z } from 'zod'
import { declareLazily } from '../../../schema/lazily.ts'
import { EFFECTS } from '../../../schema/tool.ts'
import { readDocument } from '../../../shared/read-document.ts'

export const RECORDING_ENDING = '.recording.json'

/** Whether a file holds a recording, by its name. */
export const isRecordingFile = (file: string): boolean => file.endsWith(RECORDING_ENDING)

const jsonObject = declareLazily((z) => z.record(z.string(), z.json()))
const pointers = declareLazily((z) => z.array(z.string()))

const recordedCallSchema = declareLazily((z) =>
  z.strictObject({
    /** The task that made it and its number there: `refund_order/2`. */
    id: z.string().min(1),
    tool: z.string().min(1),
    arguments: jsonObject(),
    status: z.int().min(200).max(599),
    /** Content type of the answer; left out where it had none, as a call of a tool in a conversation. */
    type: z.string().optional(),
    /** Text of the answer, as it came but for what was masked. */
    body: z.string(),
    /** Ids of the calls that had changed the API before this one was made. */
    after: z.array(z.string()).optional(),
    /** JSON Pointers of arguments that are the agent's own words: any others are answered alike. */
    free: pointers().optional(),
  }),
)
export type RecordedCall = z.infer<ReturnType<typeof recordedCallSchema>>

const recordedToolSchema = declareLazily((z) =>
  z.strictObject({
    name: z.string().min(1),
    effect: z.enum(EFFECTS),
    description: z.string(),
    /** Addresses whose requests are calls of it. */
    on: z.array(z.string()).optional(),
    inputSchema: jsonObject(),
    outputSchema: jsonObject(),
  }),
)
export type RecordedTool = z.infer<ReturnType<typeof recordedToolSchema>>

/** Tools of one's own with the answers that they gave once: the content of a `*.recording.json` file. */
export const recordingSchema = declareLazily((z) =>
  z.strictObject({
    version: z.literal(1),
    tools: z.array(recordedToolSchema()),
    calls: z.array(recordedCallSchema()),
    /** Values that flow from a result into an argument or an answer: other worlds than world 0 have others. */
    flowed: z.array(z.string()),
    /** By task, what it was drafted from and a digest of the line: an edited line has another one. */
    drafted: z.record(z.string(), z.strictObject({ prompt: z.string(), line: z.string() })).optional(),
  }),
)
export type Recording = z.infer<ReturnType<typeof recordingSchema>>

export const readTaskIdOfCall = ({ id }: RecordedCall): string => id.slice(0, id.lastIndexOf('/'))

/** Reads a `*.recording.json` file. Throws a `TracewrightError` that says what is wrong with it. */
export const readRecording = (file: string): Recording =>
  readDocument(file, recordingSchema(), {
    what: 'the recording ',
    advice: 'Make it anew with `tracewright record` or `tracewright draft`',
  })

/** Text of a recording file: a call a line, so that changes show as such. */
export function formatRecording({ version, tools, calls, flowed, drafted }: Recording): string {
  const formatList = (items: readonly unknown[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n ]`
  const rest = drafted === undefined ? '' : `,\n "drafted": ${JSON.stringify(drafted)}`
  return `{\n "version": ${version},\n "tools": ${formatList(tools)},\n "calls": ${formatList(calls)},\n "flowed": ${JSON.stringify(flowed)}${rest}\n}\n`
}
