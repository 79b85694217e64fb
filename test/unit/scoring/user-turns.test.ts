import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { importTrace } from '../../../src/trace/import/index.ts'
import { Performer } from '../../support/perform.ts'
import { buildTask, step } from '../../support/task.ts'

type Made = [tool: string, args: JsonObject, userTurn: number]

const FILE = { path: '/party.txt', content: 'bring cake' }
const TASK: JsonObject = { title: 'Buy cake' }

describe('a write that waits for a message of the user', () => {
  const buildWaiting = (tool: string, args: JsonObject, more: Partial<Task> = {}): Task =>
    buildTask('Prepare it, and wait for my word.', [{ ...step(1, tool, args), after_turn: 2 }], {
      turns: ['Go ahead.'],
      ...more,
    })
  const file = buildWaiting('write_file', FILE)
  const byState = buildWaiting('write_file', FILE, { expected_state: true })
  const byStateAlone = buildWaiting('write_file', FILE, { grade: 'state' })
  const other = { ...FILE, content: 'bring beer' }

  it.each<[string, Task, Made[], boolean]>([
    ['after it', file, [['write_file', FILE, 2]], true],
    ['before it', file, [['write_file', FILE, 1]], false],
    [
      'before and after it',
      file,
      [
        ['write_file', FILE, 1],
        ['write_file', FILE, 2],
      ],
      false,
    ],
    [
      'before and after it, by state',
      byState,
      [
        ['write_file', FILE, 1],
        ['write_file', FILE, 2],
      ],
      false,
    ],
    [
      'otherwise before, by state',
      byState,
      [
        ['write_file', other, 1],
        ['write_file', FILE, 2],
      ],
      false,
    ],
    [
      'twice after it, by state',
      byState,
      [
        ['write_file', other, 2],
        ['write_file', FILE, 2],
      ],
      true,
    ],
    [
      'before and after it, by state alone',
      byStateAlone,
      [
        ['write_file', FILE, 1],
        ['write_file', FILE, 2],
      ],
      false,
    ],
    [
      'twice, one too early',
      buildWaiting('create_task', TASK),
      [
        ['create_task', TASK, 1],
        ['create_task', TASK, 2],
      ],
      false,
    ],
  ])('made %s', (_, task, calls, solved) => {
    const performer = new Performer(7, task)
    for (const [tool, args] of calls) performer.call(tool, args)
    const trace = performer.trace(task.task_id)
    for (const [i, [, , user_turn]] of calls.entries()) Object.assign(trace.calls[i] as object, { user_turn })
    expect(scoreTrace(task, trace, registry)).toMatchObject({ solved })
  })

  const ask = { role: 'user', content: 'Prepare it, and wait for my word.' }
  const go = { role: 'user', content: 'Go ahead.' }
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'write_file', arguments: JSON.stringify(FILE) } },
    ],
  }
  const result = { role: 'tool', tool_call_id: 'c1', content: '{"status":"written"}' }
  const done = { role: 'assistant', content: 'Done.' }

  /** Runs of LangSmith: a model is asked in each, and calls the tool in one. */
  const spans = (told: object[][], calling: number) =>
    told.flatMap((messages, i) => {
      const [start_time, end_time] = [`2026-01-01T00:00:0${3 * i}Z`, `2026-01-01T00:00:0${3 * i + 1}Z`]
      const said = i === calling ? call : done
      const model = { inputs: { messages }, outputs: { choices: [{ message: said }] } }
      const tool = { inputs: FILE, outputs: { output: '{"status":"written"}' } }
      return [
        { id: `m${i}`, run_type: 'llm', name: 'chat', start_time, end_time, ...model },
        ...(i === calling
          ? [
              {
                id: 't',
                run_type: 'tool',
                name: 'write_file',
                start_time: end_time,
                end_time: end_time,
                ...tool,
              },
            ]
          : []),
      ]
    })

  it.each<[string, unknown, number | undefined, boolean]>([
    ['after the go-ahead', [ask, done, go, call, result, done], 2, true],
    ['before it', [ask, call, result, done, go, done], 1, false],
    ['before it, which never came', [ask, call, result, done], 1, false],
    ['after two messages, or one in two parts', [ask, go, call, result, done], undefined, true],
    [
      'in a response to an earlier one',
      {
        previous_response_id: 'resp_1',
        input: [go],
        output: [
          { type: 'function_call', call_id: 'c1', name: 'write_file', arguments: JSON.stringify(FILE) },
          { type: 'function_call_output', call_id: 'c1', output: '{"status":"written"}' },
        ],
      },
      undefined,
      true,
    ],
    ['after it, in spans', spans([[ask], [ask, done, go]], 1), 2, true],
    ['before it, in spans', spans([[ask], [ask, done, go]], 0), 1, false],
    ['in spans of a window of the conversation', spans([[ask], [go]], 1), undefined, true],
  ])('is told from messages: made %s', (_, messages, userTurn, solved) => {
    const { trace } = importTrace(messages, { taskId: file.task_id })
    expect(trace.calls.map(({ user_turn }) => user_turn)).toEqual([userTurn])
    expect(scoreTrace(file, trace, registry)).toMatchObject({ solved })
  })

  it('is not told from messages where the user approves, which they need not show', () => {
    const { trace } = importTrace([ask, call, result, done], { taskId: file.task_id })
    const approved = buildWaiting('write_file', FILE, { turns: [{ approve: true }] })
    expect(scoreTrace(approved, trace, registry)).toMatchObject({ solved: true })
    const counted = { ...trace, conversation: [{ role: 'user' as const, content: 'Prepare it.' }] }
    expect(scoreTrace(approved, counted, registry)).toMatchObject({ solved: false })
    expect([ask, call, result, done]).toMatchTrace(approved)
    expect([ask, call, result, done]).not.toMatchTrace(file)
  })

  it('is told from the messages of the Claude Agent SDK', () => {
    const event = (type: string, content: unknown) => ({
      type,
      session_id: 's',
      message: { role: type, content },
    })
    const use = { type: 'tool_use', id: 'c1', name: 'write_file', input: FILE }
    const { trace } = importTrace([
      event('user', 'Prepare it, and wait for my word.'),
      event('assistant', [use]),
      event('user', [{ type: 'tool_result', tool_use_id: 'c1', content: 'written' }]),
    ])
    expect(trace.calls.map(({ user_turn }) => user_turn)).toEqual([1])
  })
})
