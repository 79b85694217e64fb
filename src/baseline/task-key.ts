import type { WrittenTask } from '../schema/task-in-world.ts'
import { computeSha256 } from '../shared/digest.ts'
import { stringifyStably } from '../shared/json.ts'

/** Raised when the causal scorer judges an unchanged trace differently: records of before no longer compare. */
const SCORER_MAJOR = 4

/** A prompt without blanks at its edges, and with one blank or line break where there were several. */
const trimPadding = (prompt: string): string =>
  prompt.trim().replaceAll(/\s{2,}|[^\S\n ]/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '))

/**
 * Key of a task: SHA-256, in hex, of its asked and graded fields and of the scorer's major version. The fields are
 * prompt, expected trace, alternatives, expected answer, level, offered tools in any order, and world. Any other field
 * that a task may have enters as well; its id, counts, groups and how its test is run do not. Where the expected trace is
 * a function, what it comes to in eight worlds enters in its place. Tool schemas, model and commit are origin, not
 * identity.
 */
export function taskKey(task: WrittenTask, scorerMajor: number = SCORER_MAJOR): string {
  const { code, ...fields } = task
  const {
    // Neither asked nor graded: names, counts, groups, and how its test is run.
    task_id: _,
    num_steps: _steps,
    num_tools_offered: _offered,
    category: _category,
    pattern: _pattern,
    skip: _skip,
    only: _only,
    todo: _todo,
    timeout: _timeout,
    tags: _tags,
    prompt,
    available_tools,
    world,
    ...graded
  } = fields
  // What a function comes to in one world is not the task.
  const { expected_trace: _trace, expected_final_answer: _answer, ...more } = graded
  const { alternatives: _alternatives, level: _level, ...asked } = more
  const identity = {
    ...(code === undefined ? graded : { ...asked, code: code.digest }),
    prompt: trimPadding(prompt),
    tools: [...new Set(available_tools)].sort(),
    world: { ...world, seed: world?.seed ?? 0 },
    scorer: scorerMajor,
  }
  return computeSha256(stringifyStably(identity))
}
