import { describe, expect, test } from 'vitest'
import { operators } from '../../../../src/audit/mutate/index.ts'
import { mutantScript, type OperatorName } from '../../../../src/audit/mutate/operator.ts'
import { performScript } from '../../../../src/audit/mutate/script.ts'
import { mutants } from '../../../../src/audit/rules/mutants.ts'
import { AuditSubject } from '../../../../src/audit/subject.ts'
import type { Task } from '../../../../src/schema/task.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { rngOf } from '../../../../src/shared/rng.ts'
import { registry } from '../../../../src/simulators/registry.ts'
import { from, step, taskOf } from '../../../support/task.ts'

const [oslo, turin] = [from(1, '/temperature_celsius'), from(2, '/temperature_celsius')]

const task = (body: Json, answer: Json): Task =>
  taskOf(
    'Mail ann@example.com, subject "Weather", the temperatures in Oslo and in Turin, and say both.',
    [
      step(1, 'get_weather', { city: 'Oslo' }),
      step(2, 'get_weather', { city: 'Turin' }),
      step(3, 'send_email', { to: 'ann@example.com', subject: 'Weather', body }, ['step_1', 'step_2']),
    ],
    { expected_final_answer: answer },
  )

const both = task({ $text: ['Oslo ', oslo, ', Turin ', turin] }, { oslo, turin })
const one = task({ $text: ['Oslo ', oslo, '; Turin has another'] }, oslo)
const picked = task(
  { $text: ['Oslo ', oslo, ', Turin ', turin] },
  { $pick: 'max', of: [oslo, turin], give: [from(1, '/city'), from(2, '/city')] },
)

/** What the mutants of an operator say: their mail and their answer; `O` and `T` stand for the temperatures. */
function said(name: OperatorName, own: Task): { body: string; answer: string | null }[] {
  const subject = new AuditSubject(own, registry)
  const gold = subject.gold()
  const operator = operators.find((candidate) => candidate.name === name)
  if (!gold.ok || operator === undefined) throw new Error(`there is no ${name}`)
  const valueIn = (place: number): string =>
    String((gold.run.outputOf(`step_${place}`) as JsonObject).temperature_celsius)
  const short = (text: string): string => text.replaceAll(valueIn(1), 'O').replaceAll(valueIn(2), 'T')
  return operator.mutants({ subject, gold: gold.run, rng: rngOf(1, name) }).map((mutant) => {
    const { trace } = performScript(mutantScript(mutant, own), own, registry)
    return {
      body: short(String(trace.calls.find(({ tool_name }) => tool_name === 'send_email')?.arguments.body)),
      answer: trace.final_answer === null ? null : short(trace.final_answer ?? ''),
    }
  })
}

const RIGHT = 'Oslo O, Turin T'

describe('operators on answers and texts', () => {
  test('exchange two values', () => {
    expect(said('answer-swap', both)).toEqual([{ body: RIGHT, answer: 'ANSWER: oslo: T; turin: O' }])
    expect(said('text-swap', both)).toEqual([
      { body: 'Oslo T, Turin O', answer: 'ANSWER: oslo: O; turin: T' },
    ])
  })
  test('name what the same tool said elsewhere, or a candidate that loses', () => {
    expect(said('answer-plus-rival', one)).toEqual([
      { body: 'Oslo O; Turin has another', answer: 'ANSWER: O; T' },
    ])
    expect(said('text-plus-rival', one)).toEqual([
      { body: 'Oslo O and T; Turin has another', answer: 'ANSWER: O' },
    ])
    const [choice] = said('answer-plus-rival', picked)
    expect(choice?.answer).toMatch(/^ANSWER: (Oslo; Turin|Turin; Oslo)$/)
  })
  test('name no rival that is the right figure in another form', () => {
    const forms = taskOf(
      'Note 1250 in scientific notation and as currency; mail the scientific one to ann@example.com.',
      [
        step(1, 'format_number', { value: 1250, format: 'currency' }),
        step(2, 'format_number', { value: 1250, format: 'scientific' }),
        step(3, 'send_email', {
          to: 'ann@example.com',
          subject: 'Note',
          body: { $text: ['formatted number: ', from(2, '/formatted')] },
        }),
      ],
    )
    const others = { ...forms, expected_trace: structuredClone(forms.expected_trace) }
    Object.assign(others.expected_trace.steps[0]?.arguments ?? {}, { value: 77 })
    expect(said('text-plus-rival', forms)).toEqual([])
    expect(said('text-plus-rival', others)).toHaveLength(1)
  })
  test('name no rival where every value is asked for', () => {
    expect(said('answer-plus-rival', both)).toEqual([])
    expect(said('text-plus-rival', both)).toEqual([])
  })
  test('leave the answer out, or one value of it', () => {
    expect(said('answer-dropped', both).map(({ answer }) => answer)).toEqual([
      null,
      'ANSWER: oslo: ; turin: T',
      'ANSWER: oslo: O; turin: ',
    ])
    expect(said('answer-dropped', one).map(({ answer }) => answer)).toEqual([null])
  })
})

test.each([
  ['both are asked for', both],
  ['one is', one],
  ['one is chosen', picked],
])('every such mutant is rejected where %s', async (_, own) => {
  const check = mutants.start()
  await check.visit(new AuditSubject(own, registry))
  const figures = check.figures?.() as Record<string, { accepted: number; equivalent: number }>
  const names = ['answer-swap', 'text-swap', 'answer-plus-rival', 'text-plus-rival', 'answer-dropped']
  for (const name of names)
    expect([name, figures[name]]).toEqual([name, expect.objectContaining({ accepted: 0, equivalent: 0 })])
})
