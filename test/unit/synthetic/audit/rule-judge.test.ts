import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { Observed } from '../../../../src/synthetic/audit/observed.ts'
import { type JudgedCase, judgeByRules } from '../../../../src/synthetic/audit/rule-judge.ts'
import { PASSES, refused } from '../../../../src/synthetic/audit/stress/stress-test.ts'
import { depot, knownArgs, knownOutput } from './depot.ts'

const [lookUp, take, plan] = depot.tools as [JudgedCase['tool'], JudgedCase['tool'], JudgedCase['tool']]
const passed = (output: Observed['output'], more: Partial<Observed> = {}): Observed => ({
  ...{ status: 'PASS', code: 200, message: null, parameter: null, output },
  ...more,
})
const failed = (more: Partial<Observed> = {}): Observed => ({
  ...{ status: 'FAIL', code: 400, message: 'Invalid mode.', parameter: 'mode', output: null },
  ...more,
})

const { state } = depot
const emptied = { ...state, bins: [] as JsonObject[] }
const known = { tool: plan, args: knownArgs, expected: { ...PASSES, output: knownOutput } }
const open = { tool: plan, args: { ...knownArgs, speed: 60 }, expected: PASSES }
const wrong = { tool: plan, args: { ...knownArgs, mode: 'ship' }, expected: refused(['mode']) }
const reading = { tool: lookUp, args: { parcel_id: 'P100' }, expected: PASSES }
const parcel = { parcel_id: 'P100', weight: 2.5, status: 'stored' }
const taking = { tool: take, args: { bin_id: 'B1', pieces: 1 }, expected: PASSES }

/** Responses that one check alone finds wrong: what is not here has to go. */
const ONLY: Readonly<Record<string, JudgedCase>> = {
  status: { ...open, response: failed() },
  code: { ...known, response: passed(knownOutput, { code: 201 }) },
  message: { ...known, response: passed(knownOutput, { message: 'but beware' }) },
  parameter: { ...wrong, response: failed({ parameter: 'stops', message: 'Invalid stops.' }) },
  no_output: { ...wrong, response: failed({ output: {} }) },
  object: { ...open, response: passed('a van') },
  keys: { ...open, response: passed({ ...knownOutput, toll: 3 }) },
  types: { ...open, response: passed({ ...knownOutput, distance: 'far' }) },
  items: {
    ...open,
    tool: { ...plan, outputs: plan.outputs.map(({ items: _, ...one }) => one) },
    response: passed({ ...knownOutput, legs: ['Ulm - Bonn', 2] }),
  },
  known: { ...known, response: passed({ ...knownOutput, distance: 412 }) },
  lists: { ...open, response: passed({ ...knownOutput, state: 'lost' }) },
  echo: { ...reading, response: passed({ ...parcel, parcel_id: 'P101' }) },
  deduced: {
    ...reading,
    states: { before: state, after: state },
    response: passed({ ...parcel, weight: 9 }),
  },
  untouched: { ...reading, states: { before: state, after: emptied }, response: passed(parcel) },
  effect: { ...taking, states: { before: state, after: state }, response: passed({ left: 40 }) },
}

it.each(Object.entries(ONLY))('%s finds what no other check does', (name, one) => {
  const { judgment, checks } = judgeByRules(one)
  expect(judgment).not.toMatch(/correct|unknown/)
  expect(checks.filter(({ ok }) => ok === false).map((check) => check.name)).toEqual([name])
})

it('every check of a response is one of these, or says what was left open', () => {
  const root = join(import.meta.dirname, '../../../../src/synthetic/audit')
  const files = ['rule-judge.ts', ...readdirSync(join(root, 'checks')).map((file) => `checks/${file}`)]
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bcheck\(\s*'(\w+)'|const name = '(\w+)'\n/g)].map(
      ([, called, named]) => called ?? named,
    ),
  )
  expect(new Set(names)).toEqual(new Set([...Object.keys(ONLY), 'all', 'late_error']))
})
