import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createCountdown } from '../../../src/cli/countdown.ts'
import { runCommand } from '../../support/run-command.ts'

/** What a person sees of some work, whose reports come at given times. */
function shownOf(reports: readonly [at: number, done: number, words?: string][], total = 10): string[] {
  const shown: string[] = []
  let at = 0
  const tell = createCountdown('audit', 'tasks', { now: () => at, show: (text) => shown.push(text) })
  for (const [time, done, words] of reports) {
    at = time
    tell(done, total, words)
  }
  return shown
}

describe('a countdown', () => {
  it('says what is being done before the first piece is', () => {
    expect(shownOf([])).toEqual(['audit ...'])
  })

  it('tells no time before three seconds, then what is left by the mean so far', () => {
    expect(
      shownOf([
        [0, 0, 'first'],
        [1000, 1, 'second'],
        [4000, 4, 'fifth'],
        [10_000, 10],
      ]),
    ).toEqual([
      'audit ...',
      'audit: 0 of 10 tasks, first',
      'audit: 1 of 10 tasks, second',
      'audit: 4 of 10 tasks, about 6 s left, fifth',
      'audit: 10 of 10 tasks',
    ])
  })

  it('does not take for speed what was there before', () => {
    expect(
      shownOf([
        [0, 8],
        [4000, 9],
      ]).at(-1),
    ).toBe('audit: 9 of 10 tasks, about 4 s left')
  })

  it('writes ten lines a second at most, but always the last', () => {
    expect(
      shownOf([
        [0, 0],
        [10, 1],
        [99, 2],
        [100, 3],
        [101, 10],
      ]),
    ).toEqual(['audit ...', 'audit: 0 of 10 tasks', 'audit: 3 of 10 tasks', 'audit: 10 of 10 tasks'])
  })
})

it('a report says that it is made, and takes the line away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracewright-report-'))
  const suite = join(folder, 'one.suite.jsonl')
  writeFileSync(
    suite,
    JSON.stringify({
      task_id: 'one',
      level: 'L0_node',
      prompt: 'What is the weather in Oslo now?',
      available_tools: ['get_weather'],
      expected_trace: {
        steps: [{ step_id: 'step_1', tool_name: 'get_weather', arguments: { city: 'Oslo' } }],
      },
    }),
  )
  const shown: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  try {
    await runCommand('report', suite, '--out', join(folder, 'page.html'))
  } finally {
    process.stderr.isTTY = isTTY
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  }
  expect(shown).toEqual(['\r\u001b[Kreport ...', '\r\u001b[K'])
})
