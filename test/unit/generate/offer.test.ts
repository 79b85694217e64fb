import { describe, expect, it } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { VETTED_DISTRACTORS } from '../../../src/suites/generate/drawer.ts'
import { generateSuite, type SuiteOptions } from '../../../src/suites/generate/generate-suite.ts'

const draw = (options: Partial<SuiteOptions>): Task[] => [
  ...generateSuite({ seed: 5, counts: { L0_node: 3, L1_chain: 3, L2_parallel: 2, L3_dag: 2 }, ...options }),
]
const countTools = (tasks: readonly Task[]): number =>
  tasks.reduce((sum, { available_tools }) => sum + available_tools.length, 0)
const withoutOffer = (tasks: readonly Task[]) =>
  tasks.map(({ available_tools: _, num_tools_offered: __, ...rest }) => rest)

describe('the number of distractors', () => {
  it.each([
    ['without vetting', { vet: false }, [0, 1, 3, 8, 15]],
    [
      'with vetting',
      { vet: true, counts: { L0_node: 1, L1_chain: 2, L2_parallel: 1, L3_dag: 1 } },
      [0, 3, VETTED_DISTRACTORS],
    ],
  ])('changes nothing but the offer, whose tools and order are kept by more, %s', (_, options, counts) => {
    const suites = counts.map((distractors) => draw({ ...options, distractors }))
    for (const [i, suite] of suites.entries()) {
      expect(withoutOffer(suite)).toEqual(withoutOffer(suites[0] as Task[]))
      const next = suites[i + 1]
      if (next === undefined) continue
      for (const [t, { available_tools: fewer }] of suite.entries()) {
        const more = next[t]?.available_tools ?? []
        expect(more.filter((name) => fewer.includes(name))).toEqual(fewer)
      }
      expect(countTools(next)).toBeGreaterThan(countTools(suite))
    }
  })

  it('is that of the tools beside the needed ones', () => {
    for (const { available_tools, expected_trace } of draw({ vet: false, distractors: 15 })) {
      const needed = new Set(expected_trace.steps.map(({ tool_name }) => tool_name))
      if (needed.size > 0) expect(available_tools.length - needed.size).toBeGreaterThanOrEqual(14)
    }
  })
})
