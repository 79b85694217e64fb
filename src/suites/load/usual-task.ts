import { LEVELS, type Task } from '../../schema/task.ts'
import {
  fieldsOf,
  filledText,
  isTrue,
  json,
  listOf,
  nullable,
  oneOf,
  readIf,
  text,
  whole,
} from '../../schema/usual-forms.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { makePrintable } from '../../shared/printable.ts'

const readStep = fieldsOf(
  { step_id: filledText, tool_name: filledText, arguments: readIf(isObject), depends_on: listOf(text) },
  { output_key: nullable(text), order: readIf((value) => typeof value === 'boolean'), after_turn: whole(2) },
)
const readTrace = fieldsOf(
  { steps: listOf(readStep) },
  { final_answer_source: nullable(text), expected_final_answer: json },
)
const count = whole(Number.MIN_SAFE_INTEGER)
const readFields = fieldsOf(
  {
    task_id: readIf((value) => filledText(value) !== undefined && makePrintable(value as string) === value),
    level: oneOf(LEVELS),
    prompt: filledText,
    available_tools: listOf(filledText, 1),
    expected_trace: readTrace,
  },
  {
    expected_final_answer: json,
    num_steps: count,
    num_tools_offered: count,
    category: text,
    pattern: text,
    world: fieldsOf({ seed: whole(0) }, { fixed: isTrue }),
    alternatives: listOf(readTrace),
    never: listOf(filledText),
  },
)

/** The task in a row with the usual fields, as its schema has it; undefined for any other row. */
export const readUsualTask = (row: JsonObject): Task | undefined => readFields(row) as Task | undefined
