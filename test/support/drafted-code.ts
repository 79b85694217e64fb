import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trace } from '../../src/schema/trace.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { CodeTask } from '../../src/suites/code/code-task.ts'
import { readConversations } from '../../src/suites/repair/draft/conversations.ts'
import { draftConversations } from '../../src/suites/repair/draft/draft-conversations.ts'
import { createRecordedSimulators } from '../../src/suites/repair/record/recorded-simulators.ts'
import { type Recording, readRecording } from '../../src/suites/repair/record/recording.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { registryOf } from '../../src/tools/registry.ts'
import { prepareTaskOf } from './code-task.ts'
import { readPrintedSuite } from './printed-suite.ts'

export type Call = [tool: string, args: JsonObject, result: unknown]

/** The function that a conversation is drafted as. The tool of the last call writes. */
export function draftCode(
  prompt: string,
  calls: readonly Call[],
  answer = 'Done.',
  writes: readonly string[] = calls.slice(-1).map(([name]) => name),
): { code: string; recording: Recording } {
  const root = mkdtempSync(join(tmpdir(), 'draft-'))
  const messages = [
    { role: 'user', content: prompt },
    ...calls.flatMap(([name, args, result], i) => [
      {
        role: 'assistant',
        tool_calls: [{ id: `c${i}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
      },
      { role: 'tool', tool_call_id: `c${i}`, content: JSON.stringify(result) },
    ]),
    { role: 'assistant', content: answer },
  ]
  writeFileSync(join(root, 'a.jsonl'), JSON.stringify({ messages }))
  const reads = [...new Set(calls.map(([name]) => name))].filter((name) => !writes.includes(name))
  const { suite, recording } = draftConversations(
    readConversations(join(root, 'a.jsonl')),
    { out: 'a.suite.ts', root, reads, writes },
    registry,
  )
  return { code: readFileSync(suite, 'utf8'), recording: readRecording(recording) }
}

export const traceOf = (calls: readonly Call[], answer = 'Done.'): Trace => ({
  task_id: 'a',
  calls: calls.map(([tool_name, args, result], i) => ({
    ...{ id: `c${i}`, tool_name, arguments: args, result: result as JsonObject },
    ...{ status: 200, error: null, turn: i, started: 2 * i, ended: 2 * i + 1 },
  })),
  final_answer: answer,
  ...{ seed: 0, attempt: 0 },
})

/** A draft in which each proposal replaces the line below it, and of several on lines of their own one does. */
export function takeProposals(code: string, which = 0): string {
  const lines = code.split('\n')
  const taken: string[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, indent = '', first = ''] = /^( *)\/\/ Proposed:(.*)$/.exec(lines[i] ?? '') ?? []
    if (!/^ *\/\/ Proposed:/.test(lines[i] ?? '')) {
      taken.push(lines[i] ?? '')
      continue
    }
    const proposed = [first.trim()]
    while (lines[i + 1]?.startsWith(`${indent}// `)) proposed.push(lines[++i]?.slice(indent.length + 3) ?? '')
    const whole = proposed.filter((line) => line !== '')
    const starts = whole.flatMap((line, at) => (line.startsWith(' ') ? [] : [at]))
    const at = Math.min(which, starts.length - 1)
    const proposal = whole.slice(starts[at], starts[at + 1])
    const [, key, end] = /^ *(\w+: )[^{[]*?(,?)$/.exec(lines[i + 1] ?? '') ?? []
    if (key !== undefined && !/^(?:const|return) /.test(proposal[0] ?? '')) {
      // An argument gets what is proposed as its value.
      taken.push(`${indent}${key}${proposal.join('\n')}${end}`)
      i++
      continue
    }
    taken.push(...proposal.map((line) => indent + line))
    if (/^const /.test(whole[0] ?? '')) i++
  }
  return taken.join('\n')
}

/** Whether calls with their answer solve a draft, which runs in all its worlds. */
export async function solves(
  { code, recording }: { code: string; recording: Recording },
  calls: readonly Call[],
  answer?: string,
): Promise<boolean> {
  const [task] = readPrintedSuite(code)
  const recorded = registryOf(createRecordedSimulators([recording]))
  const reference = task?.reference as never
  const options = task?.options as unknown as CodeTask['options']
  await prepareTaskOf({ name: 'a', reference, options }, recorded)
  const prepared = await prepareTaskOf({ name: 'a', reference, options: { ...options, seed: 0 } }, recorded)
  return scoreTrace(prepared, traceOf(calls, answer), recorded).solved
}
