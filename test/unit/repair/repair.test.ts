import { describe, expect, test } from 'vitest'
import type { Step, Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { markConflicts, repairSuite } from '../../../src/suites/repair/repair-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { runReference } from '../../support/in-world.ts'
import { buildTask, step } from '../../support/task.ts'

const offer = (...names: string[]): Partial<Task> => ({ available_tools: names })
/** A task as a frozen suite would have it, in the published world. */
const frozen = (prompt: string, steps: Step[], tools: string[]): Task =>
  buildTask(prompt, steps, { ...offer(...tools), world: { seed: 0 } })

function repair(task: Task): { task: Task; whats: string[] } {
  const { tasks, changes } = repairSuite([task], registry)
  return { task: tasks[0] as Task, whats: changes.map(({ what }) => what) }
}

/** A chain whose prompt says neither the unit nor the recipient, with the published figures frozen in it. */
function chain(): Task {
  const weather = step(1, 'get_weather', { city: 'Oslo' })
  const run = runReference(frozen('', [weather], []), registry)
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

describe('repairing', () => {
  test('binds what was frozen, and marks what the prompt leaves out as todo in place of adding it', async () => {
    const { task, whats } = repair(chain())
    expect(whats).toEqual([
      '1 frozen values bound to results of earlier steps',
      expect.stringMatching(/^runs in world 1/),
    ])
    expect(task.prompt).toBe(chain().prompt)
    expect(task.world).toEqual({ seed: 1 })
    const { findings: held } = await auditSuite([task], registry, { rules: ['provenance'] })
    const [marked] = markConflicts([task], held)
    expect(marked?.todo).toMatch(
      /^\[provenance\] step_2 expects \/to = "ann@example\.com".* remove "todo"\.$/,
    )
  })

  test('drops dependencies over which nothing flows, and names the level that the graph has now', () => {
    const task = frozen(
      'Look "a.example" up, then "b.example".',
      [
        step(1, 'dns_lookup', { domain: 'a.example' }),
        step(2, 'dns_lookup', { domain: 'b.example' }, ['step_1']),
      ],
      ['dns_lookup', 'slugify'],
    )
    const { task: repaired, whats } = repair(task)
    expect(repaired.expected_trace.steps[1]?.depends_on).toEqual([])
    expect(repaired.level).toBe('L2_parallel')
    expect(whats).toEqual([
      'step_2 no longer depends on step_1, whose values it does not use',
      'its level changed from L1_chain to L2_parallel with its dependencies',
    ])
    expect(repaired.prompt).toBe(task.prompt)
  })

  test('leaves a level alone that did not fit before: the trace may have a step too many', () => {
    const steps = ['a.example', 'b.example'].map((domain, i) => step(i + 1, 'dns_lookup', { domain }))
    const task: Task = { ...frozen('Look "a.example" up.', steps, ['dns_lookup']), level: 'L0_node' }
    expect(repairSuite([task], registry)).toEqual({
      tasks: [],
      changes: [{ task_id: 'task', what: expect.stringMatching(/^left out: it does not load: level/) }],
    })
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
    const { task, whats } = repair(stored)
    expect(task.expected_trace.steps[1]).toMatchObject({ depends_on: ['step_1'], order: true })
    expect(whats.join()).not.toContain('no longer depends')
  })

  test('leaves alone what is valid, and leaves out what would not load', () => {
    const { task } = repair(chain())
    expect(repair(task)).toEqual({ task, whats: [] })
    const broken = frozen('Fly.', [step(1, 'fly', {})], ['fly'])
    expect(repairSuite([broken], registry)).toEqual({
      tasks: [],
      changes: [
        { task_id: 'task', what: expect.stringMatching(/^left out: .*the tool "fly" has no simulator/) },
      ],
    })
  })
})
