import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AttemptRecord } from '../../../src/schema/run.ts'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import { findFailingPlace, findQuoted } from '../../../src/vitest/failing-place.ts'

const file = join(mkdtempSync(join(tmpdir(), 'tracewright-place-')), 'a.suite.ts')
writeFileSync(
  file,
  `task('a', { prompt: 'Then return it.', tools: ['look'] }, async ({ look }) => {
  const first = await look({ at: 1 })
  if (first.gone) return 'gone'
  const second = await look({ at: 2 })
  return second.name
})
task('b', { prompt: 'x', tools: ['look'] }, async ({ look }) =>
  (await look({ at: 1 })).name)
`,
)

const first = `${file}:2:23`
const second = `${file}:4:24`
const helper = join(file, '../helper.ts:3:9')
const failAt = (failed_step: string) => ({ failed_step, reason: 'it went wrong' })
const WRONG_ANSWER = { cause: 'wrong-answer', reason: 'final answer: it is "x"' } as const

it.each<
  [string, string[], object, string | undefined, Partial<{ task: object; line: number; nextLine: number }>]
>([
  ['the call of the step that is wrong', [first, second], failAt('step_2'), second, {}],
  ['a call that a helper makes', [helper], failAt('step_1'), helper, {}],
  ['the only return after the last call', [first, second], WRONG_ANSWER, `${file}:5:3`, {}],
  ['the last call, where several returns follow', [first], WRONG_ANSWER, first, {}],
  [
    'the last call, where its statement is the answer',
    [`${file}:8:10`],
    WRONG_ANSWER,
    `${file}:8:10`,
    { line: 7, nextLine: Infinity },
  ],
  [
    'none, where a helper makes the last call and several returns follow',
    [helper],
    WRONG_ANSWER,
    undefined,
    {},
  ],
  [
    'none of what no line asks for',
    [first],
    { cause: 'unneeded-write', reason: 'look was called' },
    undefined,
    {},
  ],
  [
    'none of a task that has alternatives',
    [first],
    failAt('step_1'),
    undefined,
    { task: { alternatives: [] } },
  ],
  ['none of a suite of JSON lines', [], failAt('step_1'), undefined, { task: { code: undefined } }],
])('an attempt failed at %s', async (_, places, score, expected, { task, line = 1, nextLine = 7 }) => {
  const code = { listPlaces: async () => new Map(places.map((place, i) => [`step_${i + 1}`, place])) }
  const at = { task: { code, ...task } as unknown as WrittenTask, file, line, nextLine }
  expect(await findFailingPlace(at, { score } as AttemptRecord)).toBe(expected)
})

it.each([
  ['the tool "look" has no simulator', 1, { file, line: 1, column: 49 }],
  ['unknown option "prompt"; did you mean', 7, { file, line: 7, column: 13 }],
  ['"b" is taken by line 1', 7, { file, line: 7, column: 7 }],
  ['the tool "lo.k" has no simulator', 1, undefined],
  ['expected a function', 1, undefined],
])('finds what is quoted in the lines of a task: %s', (message, line, place) => {
  expect(findQuoted(message, { file, line })).toEqual(place)
})
