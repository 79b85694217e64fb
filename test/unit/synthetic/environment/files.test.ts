import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { environmentCases } from '../../../../fixtures/environment/index.ts'
import '../../../../matchers/index.ts'
import { readEnvironment } from '../../../../src/synthetic/environment/read-environment.ts'
import { agentOf, DESK, INVALID, RESERVE, RESERVED, submission } from './glaze-desk.ts'

// Without the plugin nothing guards the sockets.
vi.mock(import('../../../../fixtures/settings.ts'), async (original) =>
  (await import('../../../support/open-network.ts')).openNetwork(original),
)

const dir = mkdtempSync(join(tmpdir(), 'tracewright-environment-'))
let number = 0

/** Writes tasks and, unless told otherwise, the toolkit; gives the file of the tasks. */
function write(lines: readonly unknown[], withToolkit = true): string {
  const name = join(dir, `desk-${number++}`)
  writeFileSync(`${name}.tasks.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join('\n'))
  if (withToolkit) writeFileSync(`${name}.toolkit.json`, JSON.stringify(DESK))
  return `${name}.tasks.jsonl`
}

const agent = agentOf(async (call, { prompt }) => {
  if (prompt.includes('Fire the kiln')) return 'INFEASIBLE: nothing fires a kiln.'
  await call('submit_attempt', submission(...RESERVED))
  return 'Done.'
})

describe('a file of tasks', () => {
  it('is read with the toolkit beside it and the lines of its tasks', () => {
    const { tasks, toolkit } = readEnvironment(write([RESERVE, INVALID]))
    expect(toolkit).toEqual(DESK)
    expect(tasks.map(({ line, item }) => [line, item.task.task_id])).toEqual([
      [1, 'reserve'],
      [3, 'impossible'],
    ])
  })

  it.each<[string, () => string, RegExp]>([
    ['no tasks', () => write([]), /it is empty/],
    ['no toolkit', () => write([RESERVE], false), /\.tasks\.jsonl:1: its toolkit .* is missing/],
    ['a task twice', () => write([RESERVE, RESERVE]), /:3: line 1 already has the task "reserve"/],
    ['a line that is no task', () => write([RESERVE, { valid: true }]), /\.tasks\.jsonl:3/],
    [
      'a tool that the toolkit does not have',
      () => write([{ ...INVALID, task: { ...INVALID.task, available_tools: ['Fire_Kiln'] } }]),
      /:1: task "impossible" on line 1 offers "Fire_Kiln"/,
    ],
    ['another ending', () => join(dir, 'desk.jsonl'), /does not end in \.tasks\.jsonl/],
  ])('with %s is an error, also for cases', (_, file, why) => {
    const path = file()
    expect(() => readEnvironment(path)).toThrow(why)
    expect(() => environmentCases(path, agent)).toThrow(why)
  })
})

// One test a line, registered here and run with the others of this file.
environmentCases(write([RESERVE, INVALID]), agent)
