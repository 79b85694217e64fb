import { afterEach, expect, test, vi } from 'vitest'
import type { Step } from '../../../../src/schema/task.ts'
import { auditSuite } from '../../../../src/suites/audit/audit-suite.ts'
import { WORLDS } from '../../../../src/suites/audit/subject.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../../src/tools/define-simulator.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

afterEach(() => vi.restoreAllMocks())

/** How often the tool of the first step runs while the rule looks at a task. */
async function countRuns(steps: readonly Step[]): Promise<number> {
  const run = vi.spyOn(registry.get('get_weather') as Simulator, 'run')
  const { findings } = await auditSuite([buildTask('Slugify the weather of Oslo.', [...steps])], registry, {
    rules: ['oracle'],
  })
  expect(findings).toEqual([])
  return run.mock.calls.length
}

const weather = step(1, 'get_weather', { city: 'Oslo' })
/** The reference itself runs once a world. */
const references = WORLDS

test('a chain is performed once a world: in parallel is its only order', async () => {
  const chain = [weather, step(2, 'slugify', { text: buildFrom(1, '/condition') }, ['step_1'])]
  expect(await countRuns(chain)).toBe(references + WORLDS)
})

test('steps side by side are performed in parallel too, and in every order in two worlds', async () => {
  const sideBySide = [weather, step(2, 'slugify', { text: 'a b' })]
  expect(await countRuns(sideBySide)).toBe(references + 2 * WORLDS + 2)
})
