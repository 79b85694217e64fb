import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { registry } from '../../src/tools/builtin/registry.ts'
import { computeResults, type GoldenCall } from '../support/golden.ts'

const folder = resolve(import.meta.dirname, '../golden/simulators')

test('every tool has golden calls, and no other', () => {
  expect(readdirSync(folder).sort()).toEqual([...registry.keys()].map((name) => `${name}.jsonl`).sort())
})

test.each([...registry.values()])('$name gives what it gave', (simulator) => {
  const lines = readFileSync(join(folder, `${simulator.name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
  const golden = lines.map((line) => JSON.parse(line) as GoldenCall)
  expect(golden.length).toBeGreaterThan(3)
  expect(
    computeResults(
      simulator,
      golden.map(({ args }) => args),
    ),
  ).toEqual(golden)
})
