import { expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

const TOOLS = ['store_memory', 'hash_text', 'send_email', 'list_memories', 'word_count']
const MAIL = { to: 'anna@example.com', subject: 'Hello', body: 'Hello' }
const places = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)
const after = (i: number): string[] => (i > 1 ? [`step_${i - 1}`] : [])
const hashOf = (i: number) => ({ ...buildFrom(i, '/hash') })

type Shape = (count: number) => Partial<Task> & Pick<Task, 'expected_trace' | 'prompt' | 'level'>

const SHAPES = {
  ordered: (count) => ({
    level: 'L1_chain',
    prompt: `Store in this order: ${places(count).map((i) => `value-${i} as key-${i}`)}.`,
    expected_trace: {
      steps: places(count).map((i) => ({
        ...step(i, 'store_memory', { key: `key-${i}`, value: `value-${i}` }, after(i)),
        ...(i > 1 && { order: true as const }),
      })),
    },
  }),
  chain: (count) => ({
    level: 'L1_chain',
    prompt: `Take the md5 hash of "seed text", then of that hash, ${count} times. End with a line "ANSWER: <hash>".`,
    expected_trace: {
      steps: places(count).map((i) =>
        step(i, 'hash_text', { text: i === 1 ? 'seed text' : hashOf(i - 1), algorithm: 'md5' }, after(i)),
      ),
    },
    expected_final_answer: hashOf(count),
  }),
  'fan-out': (count) => ({
    level: 'L3_dag',
    prompt: `Store the md5 hash of "seed text" as ${places(count)
      .slice(1)
      .map((i) => `key-${i}`)}.`,
    expected_trace: {
      steps: [
        step(1, 'hash_text', { text: 'seed text', algorithm: 'md5' }),
        ...places(count)
          .slice(1)
          .map((i) => step(i, 'store_memory', { key: `key-${i}`, value: hashOf(1) }, ['step_1'])),
      ],
    },
  }),
  equal: (count) => ({
    level: 'L2_parallel',
    prompt: `Send anna@example.com ${count} mails with subject "Hello" and body "Hello".`,
    expected_trace: { steps: places(count).map((i) => step(i, 'send_email', MAIL)) },
  }),
  'equal in order': (count) => ({
    level: 'L1_chain',
    prompt: `Send anna@example.com ${count} mails in a row with subject "Hello" and body "Hello".`,
    expected_trace: {
      steps: places(count).map((i) => ({
        ...step(i, 'send_email', MAIL, after(i)),
        ...(i > 1 && { order: true as const }),
      })),
    },
  }),
} satisfies Record<string, Shape>

const MAX_CPU_SECONDS = 20

it.each<[shape: keyof typeof SHAPES, count: number, isUndecided: boolean]>([
  ['ordered', 12, true],
  ['ordered', 100, true],
  ['chain', 25, true],
  ['chain', 100, true],
  ['fan-out', 100, true],
  ['equal', 50, false],
  ['equal in order', 50, true],
])(
  'an audit of %s steps, %i of them, ends, and counts what it leaves undecided',
  async (shape, count, isUndecided) => {
    const { prompt, expected_trace, ...more } = (SHAPES[shape] as Shape)(count)
    const task = buildTask(prompt, expected_trace.steps, { available_tools: TOOLS, ...more })
    const before = process.cpuUsage()
    const { findings, warnings = [] } = await auditSuite([task], registry)
    const { user, system } = process.cpuUsage(before)
    expect(findings).toEqual([])
    expect((user + system) / 1e6).toBeLessThan(MAX_CPU_SECONDS)
    for (const { detail } of warnings) expect(detail).toMatch(/^[1-9]\d* of \d+ [a-z ]+ are undecided/)
    expect(warnings.length > 0).toBe(isUndecided)
  },
)
