import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveAll } from '../../../../src/scoring/bindings.ts'
import { slotsOfAnswer, slotsOfText } from '../../../../src/scoring/texts/slots.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { Performer } from '../../../support/perform.ts'
import { score, taskOf } from '../tasks.ts'

/** A task and texts for it: each right one says its values as they are or otherwise, each wrong one something near. */
interface Asked {
  id: string
  prompt: string
  steps: [tool: string, args: JsonObject][]
  answer?: Json
  text?: Json[]
  values: Json[]
  right: string[]
  wrong: string[]
}

const TASKS = JSON.parse(
  readFileSync(new URL('../../../golden/answers/said-otherwise.json', import.meta.url), 'utf8'),
) as Asked[]

/** The world that the figures of the rows are from. */
const SEED = 7

function judged({ prompt, steps, answer, text }: Asked, says: string) {
  const performer = new Performer(SEED)
  for (const [tool, args] of steps) performer.call(tool, args)
  const message = { recipient: '#desk', message: text === undefined ? '' : { $text: text } }
  const needs = steps.map((_, i) => `step_${i + 1}`)
  const task = taskOf(
    [
      ...steps,
      ...(text === undefined ? [] : [['send_message', message, needs] as [string, JsonObject, string[]]]),
    ],
    {
      prompt,
      world: { seed: SEED },
      ...(answer === undefined ? {} : { expected_final_answer: answer }),
    },
  )
  if (text !== undefined) performer.call('send_message', { recipient: '#desk', message: says })
  return score(task, performer.trace('T', answer === undefined ? null : says))
}

describe.each(TASKS)('$id', (asked) => {
  it('has the values that its rows are written for', () => {
    const performer = new Performer(SEED)
    const outputs = asked.steps.map(([tool, args]) => performer.call(tool, args))
    const { slots } = asked.text === undefined ? slotsOfAnswer(asked.answer ?? null) : slotsOfText(asked.text)
    const values = slots.flatMap(({ binding }) =>
      resolveAll(binding, (id) => outputs[Number(id.slice(5)) - 1]),
    )
    expect(values).toEqual(asked.values)
  })

  it.each(asked.right)('is said by %j', (says) => {
    const { solved, reason } = judged(asked, says)
    expect(solved, reason).toBe(true)
  })

  it.each(asked.wrong)('is not said by %j', (says) => {
    expect(judged(asked, says).solved).toBe(false)
  })
})
