import { readFileSync } from 'node:fs'
import { get } from '@hyperjump/json-pointer'
import { describe, expect, it } from 'vitest'
import { isPick } from '../../../../src/schema/binding.ts'
import type { Task } from '../../../../src/schema/task.ts'
import { resolve, resolvePick } from '../../../../src/scoring/bindings.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { Performer } from '../../../support/perform.ts'
import { SEED, score, taskOf } from '../tasks.ts'

interface Case {
  id: string
  want: 'pass' | 'fail'
  prompt: string
  steps: [tool: string, args: JsonObject][]
  answer?: Json
  text?: Json[]
  says: string
}

const CASES = readFileSync(new URL('../../../golden/answers/cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const written = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Makes the calls of a case and says what it says. */
function judged({ prompt, steps, answer, text, says }: Case) {
  const performer = new Performer(SEED)
  const outputs = steps.map(([tool, args]) => performer.call(tool, args))
  const outputOf = (id: string): Json | undefined => outputs[Number(id.slice(5)) - 1]
  const picked = answer !== undefined && isPick(answer) ? answer : undefined
  const pick = picked && resolvePick(picked, outputOf)?.[0]
  const other = picked?.give.map((item) => resolve(item, outputOf)).find((value) => value !== pick)
  const said = says
    .replace('{pick}', String(pick))
    .replace('{other}', String(other))
    .replaceAll(/\{(step_\d+)(\/[^}]*)?\}/g, (_, id: string, at = '') =>
      written(get(at)(outputOf(id) ?? null) as Json),
    )
  const message = { recipient: '#desk', message: text === undefined ? '' : { $text: text } }
  const all: Parameters<typeof taskOf>[0] = [
    ...steps,
    ...(text === undefined ? [] : [['send_message', message, steps.map((_, i) => `step_${i + 1}`)] as const]),
  ].map(([tool, args, needs]) => [tool, args, needs === undefined ? [] : [...needs]])
  const task: Task = taskOf(all, {
    prompt,
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
  })
  if (text !== undefined) performer.call('send_message', { recipient: '#desk', message: said })
  return score(task, performer.trace('T', answer === undefined ? null : said))
}

describe('labelled answers and texts', () => {
  it('are many, with names of their own', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60)
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length)
  })

  it.each(CASES)('$id should $want', (one) => {
    const { solved, reason } = judged(one)
    expect(solved ? 'pass' : 'fail', reason).toBe(one.want)
  })
})
