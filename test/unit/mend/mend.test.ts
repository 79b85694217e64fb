import { describe, expect, test } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import { goldRun } from '../../../src/scoring/gold-run.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { mendSuite } from '../../../src/suites/repair/mend-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { step, taskOf } from '../../support/task.ts'

const offer = (...names: string[]): Partial<Task> => ({ available_tools: names })
/** A task as a frozen suite would have it, in the published world. */
const frozen = (prompt: string, steps: Step[], tools: string[]): Task =>
  taskOf(prompt, steps, { ...offer(...tools), world: { seed: 0 } })

function mend(task: Task): { task: Task; whats: string[] } {
  const { tasks, changes } = mendSuite([task], registry)
  return { task: tasks[0] as Task, whats: changes.map(({ what }) => what) }
}
const findings = async (task: Task): Promise<string[]> =>
  (await auditSuite([task], registry)).findings.map(({ rule, detail }) => `[${rule}] ${detail}`)

/** A chain whose prompt says neither the unit nor the recipient, with the published figures frozen in it. */
function chain(): Task {
  const weather = step(1, 'get_weather', { city: 'Oslo' })
  const run = goldRun(frozen('', [weather], []), registry)
  const { temperature_celsius } = run.outputOf('step_1') as { temperature_celsius: number }
  return frozen(
    'Look up the weather in Oslo and tell Ann.',
    [
      weather,
      step(
        2,
        'send_email',
        { to: 'ann@example.com', subject: 'Weather', body: `It has ${temperature_celsius}.` },
        ['step_1'],
      ),
    ],
    ['get_weather', 'send_email', 'slugify'],
  )
}

describe('mending', () => {
  test('states what the prompt leaves out and binds what was frozen, so that the task is valid', async () => {
    expect((await findings(chain())).length).toBeGreaterThan(0)
    const { task, whats } = mend(chain())
    expect(await findings(task)).toEqual([])
    expect(whats).toEqual([
      '1 frozen values bound to what earlier steps return',
      'the prompt spells out every step with all its values',
      expect.stringMatching(/^runs in world 1/),
    ])
    expect(task.prompt).toMatch(/^Look up the weather in Oslo and tell Ann\. .*ann@example\.com/)
    expect(task.world).toEqual({ seed: 1 })
  })

  test('writes out a text that the prompt cuts', () => {
    const text = 'The roof of the school is wet, and so is the yard.'
    const task = frozen(
      'Count the words of "The roof of the school...".',
      [step(1, 'word_count', { text })],
      ['word_count'],
    )
    const { task: mended, whats } = mend(task)
    expect(mended.prompt).toContain(`Count the words of "${text}".`)
    expect(whats).toContain('texts that the prompt cut are written out')
  })

  test('drops dependencies over which nothing flows, and asks for what nothing uses', async () => {
    const task = frozen(
      'Look "a.example" up, then "b.example".',
      [
        step(1, 'dns_lookup', { domain: 'a.example' }),
        step(2, 'dns_lookup', { domain: 'b.example' }, ['step_1']),
      ],
      ['dns_lookup', 'slugify'],
    )
    const { task: mended, whats } = mend(task)
    expect(mended.expected_trace.steps[1]?.depends_on).toEqual([])
    expect(whats).toContain('step_2 no longer depends on step_1, from which it takes nothing')
    expect(mended.prompt).toContain('ANSWER:')
    const keys = Object.keys(mended.expected_final_answer as JsonObject)
    expect(new Set(keys.map((key) => / of (step \d)$/.exec(key)?.[1]))).toEqual(new Set(['step 1', 'step 2']))
    expect(await findings(mended)).toEqual([])
  })

  test('keeps a dependency that is there for the order', () => {
    const stored = frozen(
      'Store "alpha-4471" under "k" and read "k" again.',
      [
        step(1, 'store_memory', { key: 'k', value: 'alpha-4471' }),
        { ...step(2, 'retrieve_memory', { key: 'k' }, ['step_1']), order: true },
      ],
      ['store_memory', 'retrieve_memory', 'slugify'],
    )
    const { task, whats } = mend(stored)
    expect(task.expected_trace.steps[1]).toMatchObject({ depends_on: ['step_1'], order: true })
    expect(whats.join()).not.toContain('no longer depends')
  })

  test('leaves alone what is valid, and what does not execute', () => {
    const { task } = mend(chain())
    expect(mend(task)).toEqual({ task, whats: [] })
    const broken = frozen('Fly.', [step(1, 'fly', {})], ['fly'])
    expect(mend(broken)).toEqual({ task: broken, whats: [] })
  })
})
