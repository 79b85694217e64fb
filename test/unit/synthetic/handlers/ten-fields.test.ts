import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { auditToolkit } from '../../../../src/synthetic/audit/audit-report.ts'
import type { HandlerAnswer } from '../../../../src/synthetic/handlers/handler-schema.ts'
import { writeHandlers } from '../../../../src/synthetic/handlers/run-handlers.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { type Asked, ScriptedModel } from '../../../support/scripted-model.ts'
import {
  buildAnswer,
  type FieldSpec,
  findSpec,
  TEN_FIELDS,
  TEN_TOOLKIT,
} from '../../../support/ten-fields/toolkit.ts'

const specIn = ({ prompt }: Asked): FieldSpec => findSpec(prompt)

/** How a model is wrong at first, by tool; each is found by executing what it says. */
const WRONG: Record<string, (answer: HandlerAnswer) => void> = {
  'Parcel Redirect': ({ handler }) => void handler?.refusals.splice(0),
  'Course Enrolment': ({ handler }) => void handler?.set.splice(3, 1),
  'Pump Transfer': (answer) => void Object.assign(answer.known, { output: '{"left_litres": 999}' }),
  'Room Booking': ({ failures }) => void failures.pop(),
  'Spare Part Issue': ({ handler }) =>
    void Object.assign(handler?.refusals[1] ?? {}, { when: 'quantity > record["stocks"]' }),
  'Class Admission': ({ handler }) => void Object.assign(handler?.match[0] ?? {}, { field: 'id' }),
  'Ride Roster': (answer) => void Object.assign(answer, { effect: 'read' }),
}

const written = async () => {
  const model = new ScriptedModel((asked) => {
    const answer = structuredClone(buildAnswer(specIn(asked)))
    if (!asked.prompt.includes('Your last answer cannot be used')) WRONG[specIn(asked).name]?.(answer)
    return { value: answer }
  })
  const cache = join(mkdtempSync(join(tmpdir(), 'tracewright-ten-')), 'answers.jsonl')
  return { model, report: await writeHandlers(TEN_TOOLKIT, { model, cache }) }
}

describe('ten tools over ten fields', async () => {
  const { model, report } = await written()

  it('get handlers from a model that is wrong at first, seven of them; three by hand stay', () => {
    expect(report.failed).toEqual([])
    expect(report.answered).toHaveLength(10)
    expect(model.asked).toHaveLength(14)
    const again = model.asked.filter(({ prompt }) => prompt.includes('cannot be used'))
    const told = again.map(({ prompt }) => /cannot be used:\n- (.*)/.exec(prompt)?.[1])
    expect(told).toEqual([
      expect.stringContaining('is not refused; add a rule or a refusal'),
      expect.stringContaining('seats_left = 5, the records say 6'),
      expect.stringContaining('left_litres = 999, the records say 1000'),
      expect.stringContaining('failures says nothing of'),
      expect.stringMatching(/gives no|is not refused/),
      expect.stringContaining('unknown field of members "id"'),
      expect.stringContaining('the effect is read'),
    ])
  })

  it.each(TEN_FIELDS.flatMap(({ name, calls }) => calls.map(([args, due]) => [name, args, due] as const)))(
    '%s %o is answered as a reader has it',
    (name, args, due) => {
      const { verdict, output, origin } = respond({ tool: name, args }, report.toolkit, new World(0))
      if (typeof due === 'string') {
        expect(verdict.status).toBe('FAIL')
        expect(verdict.message).toContain(due)
      } else {
        expect(output).toMatchObject(due)
        expect(['handler', 'known']).toContain(origin)
      }
    },
  )

  it('are audited in words that hold: nothing is called correct that was not checked', async () => {
    const audit = await auditToolkit(report.toolkit)
    expect(audit.findings).toEqual([])
    expect(audit.sequences.flatMap(({ contradictions }) => contradictions)).toEqual([])
    expect(audit.correct).toBe(audit.coverage.checked)
    expect(audit.coverage).toMatchObject({ not_covered: 0, placeholder: 0 })
    expect(audit.coverage.unchecked).toBeGreaterThan(0)
    // Of handlers by hand nobody gave a call that they refuse; a stopped pump no call shows.
    expect(audit.untouched.map(({ sentence }) => sentence.split(':')[0])).toEqual([
      'Return too late',
      'Pump failure',
      'Ticket closed',
    ])
  })

  it('say what they said before once they were changed: what is taken is gone', () => {
    const world = new World(3)
    const ask = (args: JsonObject) => respond({ tool: 'Course Enrolment', args }, report.toolkit, world)
    const left = [1, 2, 3, 4, 5, 6, 7].map((n) => ask({ course_id: 'CRS-4401', student: `S ${n}` }))
    expect(left.map(({ output }) => output?.seats_left)).toEqual([5, 4, 3, 2, 1, 0, undefined])
    expect(left.at(-1)?.verdict.message).toContain('Course is full')
  })
})
