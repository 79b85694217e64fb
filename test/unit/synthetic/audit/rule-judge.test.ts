import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { expectRefusal, type Observed, PASSES } from '../../../../src/synthetic/audit/judgment.ts'
import { type JudgedCase, judgeByRules } from '../../../../src/synthetic/audit/rule-judge.ts'
import { depot, knownArgs, knownOutput } from './depot.ts'

const plan = depot.tools[2] as JudgedCase['tool']
const passed = (output: Observed['output'], more: Partial<Observed> = {}): Observed => ({
  ...{ status: 'PASS', code: 200, message: null, parameter: null, output },
  ...more,
})
const failed = (more: Partial<Observed> = {}): Observed => ({
  ...{ status: 'FAIL', code: 400, message: 'Invalid mode.', parameter: 'mode', output: null },
  ...more,
})

const known = { tool: plan, args: knownArgs, expected: { ...PASSES, output: knownOutput } }
const open = { tool: plan, args: { ...knownArgs, speed: 60 }, expected: PASSES }
const wrong = { tool: plan, args: { ...knownArgs, mode: 'ship' }, expected: expectRefusal(['mode']) }

/** Responses that one check alone finds wrong: what is not here has to go. */
const ONLY: Readonly<Record<string, JudgedCase>> = {
  status: { ...known, response: failed() },
  code: { ...known, response: passed(knownOutput, { code: 201 }) },
  message: { ...known, response: passed(knownOutput, { message: 'but beware' }) },
  parameter: { ...wrong, response: failed({ parameter: 'stops', message: 'Invalid stops.' }) },
  no_output: { ...wrong, response: failed({ output: {} }) },
  output: { ...open, response: passed({ ...knownOutput, distance: 'far' }) },
  known: { ...known, response: passed({ ...knownOutput, distance: 412 }) },
}

it.each(Object.entries(ONLY))('%s finds what no other check does', (name, one) => {
  const { judgment, checks } = judgeByRules(one)
  expect(judgment).not.toMatch(/correct|unknown/)
  expect(checks.filter(({ ok }) => ok === false).map((check) => check.name)).toEqual([name])
})

it.each<[string, Observed['output'], RegExp]>([
  ['no object', 'a van', /not an object/],
  ['another output', { ...knownOutput, toll: 3 }, /"toll" is unknown in the output/],
  ['an output missing', { mode: 'van' }, /must have required property/],
])('an output is wrong in form with %s', (_, output, reasoning) => {
  expect(judgeByRules({ ...open, response: passed(output) }).reasoning).toMatch(reasoning)
})

it('a refusal of a call whose output is open may have been meant by a failure that no rule decides', () => {
  expect(judgeByRules({ ...open, response: failed() }).judgment).toBe('unknown')
  const tool = { ...plan, failureModes: plan.failureModes.slice(0, -1) }
  expect(judgeByRules({ ...open, tool, response: failed() }).judgment).toBe('should_success_got_error')
})

it('every check of a response is one of these', () => {
  const file = join(import.meta.dirname, '../../../../src/synthetic/audit/rule-judge.ts')
  const names = [...readFileSync(file, 'utf8').matchAll(/\bcheck\(\s*'(\w+)'/g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(Object.keys(ONLY)))
})
