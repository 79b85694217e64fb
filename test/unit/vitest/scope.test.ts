import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { decideScope } from '../../../src/vitest/scope.ts'

const step = { step_id: 's', tool_name: 'get_weather', arguments: { city: 'Oslo' }, depends_on: [] }
const taskOf = (task_id: string): string =>
  JSON.stringify({
    task_id,
    level: 'L0_node',
    prompt: `Weather in Oslo for ${task_id}?`,
    available_tools: ['get_weather'],
    expected_trace: { steps: [step] },
  })
const dir = mkdtempSync(join(tmpdir(), 'scope-'))
const suites = ['a', 'b'].map((name) => {
  const moduleId = join(dir, `${name}.suite.jsonl`)
  writeFileSync(moduleId, `${taskOf(`${name}1`)}\n${taskOf(`${name}2`)}\n`)
  return { moduleId } as TestSpecification
})
const scopeUnder = (config: object, specifications = suites) =>
  decideScope(
    {
      config: { watch: false, ...config },
      projects: [],
      globTestSpecifications: async () => suites,
    } as unknown as Vitest,
    specifications,
  )

it('counts as filtered what leaves tasks out, not what could', async () => {
  expect(await scopeUnder({})).toBe('whole')
  expect(await scopeUnder({ testNamePattern: /1/ })).toBe('filtered')
  expect(await scopeUnder({ testNamePattern: /[ab]/ })).toBe('whole')
  expect(await scopeUnder({ changed: true })).toBe('whole')
  expect(await scopeUnder({ changed: 'main' }, suites.slice(1))).toBe('filtered')
  expect(await scopeUnder({ related: ['x.ts'] }, [])).toBe('filtered')
  expect(
    await scopeUnder({}, [{ ...suites[0], testLines: [2] } as TestSpecification, ...suites.slice(1)]),
  ).toBe('filtered')
  expect(await scopeUnder({ shard: { index: 1, count: 2 } })).toBe('shard')
  expect(await scopeUnder({ watch: true })).toBe('watch')
})
