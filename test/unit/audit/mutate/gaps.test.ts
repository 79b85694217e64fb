import { expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { createRng } from '../../../../src/shared/rng.ts'
import { type OperatorName, operators } from '../../../../src/suites/audit/mutate/index.ts'
import { buildMutantScript } from '../../../../src/suites/audit/mutate/operator.ts'
import { performScript } from '../../../../src/suites/audit/mutate/script.ts'
import { mutants } from '../../../../src/suites/audit/rules/mutants.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { createSubject } from '../../../support/in-world.ts'
import { buildFrom, buildTask, step } from '../../../support/task.ts'

const [oslo, turin] = [buildFrom(1, '/temperature_celsius'), buildFrom(2, '/temperature_celsius')]
const body = { $template: ['Oslo ', { gap: 'Oslo', is: oslo }, ', Turin ', { gap: 'Turin', is: turin }] }
const task = buildTask(
  'Mail ann@example.com, subject "Weather", "Oslo <Oslo>, Turin <Turin>". ANSWER: {"oslo": <celsius>, "turin": <celsius>}',
  [
    step(1, 'get_weather', { city: 'Oslo' }),
    step(2, 'get_weather', { city: 'Turin' }),
    step(3, 'send_email', { to: 'ann@example.com', subject: 'Weather', body }, ['step_1', 'step_2']),
  ],
  { expected_final_answer: { oslo, turin }, level: 'L3_dag' },
)
const subject = createSubject(task)

/** The mails and answers of the mutants of an operator; `O` and `T` stand for the temperatures. */
function said(name: OperatorName): { body: string; answer: string | null }[] {
  const { run } = subject
  const valueIn = (place: number): string =>
    String((run.outputOf(`step_${place}`) as JsonObject).temperature_celsius)
  const short = (text: string): string => text.replaceAll(valueIn(1), 'O').replaceAll(valueIn(2), 'T')
  return operators[name]({ subject, reference: run, rng: createRng(1, name) }).map((mutant) => {
    const { trace } = performScript(buildMutantScript(mutant, task), task, registry)
    const mail = trace.calls.find(({ tool_name }) => tool_name === 'send_email')
    return {
      body: short(String(mail?.arguments.body)),
      answer: trace.final_answer == null ? null : short(trace.final_answer),
    }
  })
}

test('two gaps are exchanged, and nothing else', () => {
  expect(said('gap-swap').map((one) => one.body)).toEqual(['Oslo T, Turin O'])
})

test('a gap takes another value that a tool gave', () => {
  const bodies = said('gap-other').map((one) => one.body)
  expect(bodies.length).toBeGreaterThan(1)
  expect(bodies).not.toContain('Oslo O, Turin T')
})

test('the answer line is left out', () => {
  expect(said('line-dropped').map((one) => one.answer)).toEqual([null])
})

test('every such mutant is rejected', async () => {
  const notes: Parameters<NonNullable<typeof mutants.sumUp>>[0][number][] = []
  await mutants.visit(createSubject(task), { note: (one) => notes.push(one) })
  const metrics = mutants.sumUp?.(notes).metrics as Record<
    string,
    { made: number; accepted: number; equivalent: number }
  >
  for (const name of ['answer-swap', 'gap-swap', 'gap-other', 'line-dropped'])
    expect([name, metrics[name]]).toEqual([name, expect.objectContaining({ accepted: 0, equivalent: 0 })])
})
