import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { TracewrightError } from '../../../src/shared/errors.ts'
import { loadTraces } from '../../../src/trace/load.ts'
import { CALLS, langChainMessages } from './import/conversation.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-load-'))
afterAll(() => rmSync(folder, { recursive: true }))

function load(...lines: unknown[]) {
  const file = join(folder, 'some.traces.jsonl')
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return loadTraces(file)
}

describe('loadTraces', () => {
  it('reads lines of several formats, and says where each stands', () => {
    const loaded = load(
      { task_id: 'a', calls: CALLS, agent: 'me' },
      '',
      { task_id: 'b', messages: langChainMessages(), seed: 7, final_answer: 'mine', late: ['send'] },
      {
        task_id: 'c',
        steps: [{ content: [{ type: 'text', text: 'Done.' }], finishReason: 'stop' }],
        attempt: 3,
      },
      { task_id: 'd', output: [{ type: 'function_call', call_id: 'x', name: 'f', arguments: '{}' }] },
      { task_id: 'e', calls: [{ tool_name: 'f', arguments: {} }] },
    )
    expect(
      loaded.map(({ line, format, unknown, bare, trace }) => [
        line,
        trace.task_id,
        format,
        trace.calls.length,
        unknown.length,
        bare,
      ]),
    ).toEqual([
      [1, 'a', 'tracewright', 3, 0, false],
      [3, 'b', 'langchain', 3, 0, false],
      [4, 'c', 'ai-sdk', 0, 0, false],
      [5, 'd', 'openai-responses', 1, 1, false],
      [6, 'e', 'tracewright', 1, 1, true],
    ])
    expect(loaded[0]?.trace).toMatchObject({ agent: 'me', calls: CALLS })
    expect(loaded[1]?.trace).toMatchObject({ seed: 7, final_answer: 'mine', late: ['send'], calls: CALLS })
    expect(loaded[2]?.trace).toMatchObject({ attempt: 3, final_answer: 'Done.' })
  })

  it('keeps a usage of ours, and reads those of frameworks', () => {
    const messages = [{ role: 'assistant', content: 'Done.' }]
    const usages = load(
      { task_id: 'a', messages, usage: { input_tokens: 5, output_tokens: 1, model_calls: 4 } },
      { task_id: 'a', messages, usage: { input_tokens: 5 } },
      { task_id: 'a', messages, usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 } },
    ).map(({ trace }) => trace.usage)
    expect(usages).toEqual([
      { input_tokens: 5, output_tokens: 1, model_calls: 4 },
      { input_tokens: 5, output_tokens: 0, model_calls: 1 },
      { input_tokens: 5, output_tokens: 1, model_calls: 1 },
    ])
  })

  it('lists every bad line', () => {
    expect(() =>
      load(
        'nope',
        { messages: [] },
        { task_id: 'a' },
        { task_id: 'a', calls: [{}] },
        { task_id: 'a', messages: [5] },
        [1],
        { task_id: 'a', calls: [] },
      ),
    ).toThrow(
      /6 problems\.\n.*:1: not JSON: .*\n.*:2: expected an object with "task_id" and a trace .*\n.*:3: .*unknown shape.*\n.*:4: calls\.0\.tool_name: .*\n.*:5: item 1 of the list is a number.*\n.*:6: expected an object with "task_id"/,
    )
  })

  it('refuses files without traces, and those that are not there', () => {
    expect(() => load('')).toThrow('the file has no traces')
    expect(() => loadTraces(join(folder, 'none.jsonl'))).toThrow(TracewrightError)
  })
})
