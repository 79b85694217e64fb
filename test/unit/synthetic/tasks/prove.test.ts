import { describe, expect, it } from 'vitest'
import { proveInvalid, proveValid } from '../../../../src/synthetic/tasks/prove.ts'
import type { InvalidDraft, ValidDraft } from '../../../../src/synthetic/tasks/to-task.ts'
import { SHOP_DRAFTS } from '../../../support/shop/answers.ts'
import { createShopWorkshop } from '../../../support/shop/index.ts'

const workshop = createShopWorkshop()
const slot = { id: 't', seed: 7, difficulty: 'medium' as const }
const all = Object.values(SHOP_DRAFTS)
const validAt = (plan: number, task: number): ValidDraft =>
  structuredClone(all[plan]?.valid[task] as ValidDraft)
const invalidAt = (plan: number, task: number): InvalidDraft =>
  structuredClone(all[plan]?.invalid[task] as InvalidDraft)

/** The draft with one argument of one call changed. */
function changed<T extends ValidDraft>(draft: T, call: number, argument: number, to: object): T {
  Object.assign(draft.calls[call]?.args[argument] ?? {}, to)
  return draft
}
const literal = (value: number | string) => ({ value, from: null, at: null })

describe('proveValid', () => {
  it.each([
    ['a tool that nobody has', { tool: 'Paint Frame' }, 'malformed', 'unknown tool "Paint Frame"'],
    [
      'a call before its source',
      { args: [{ parameter: 'customer_id', value: null, from: 'x', at: '/y' }] },
      'malformed',
      'no earlier call has the id "x"',
    ],
    [
      'a parameter that the tool does not have',
      { args: [{ parameter: 'colour', ...literal('red') }] },
      'malformed',
      'no such parameter',
    ],
    [
      'a record that is not there',
      { args: [{ parameter: 'customer_id', ...literal('CUS-00000') }] },
      'fails',
      'Customer not found',
    ],
  ])('refutes %s', async (_, call, reason, problem) => {
    const draft = validAt(0, 0)
    Object.assign(draft.calls[0] ?? {}, call)
    const proof = await proveValid(draft, slot, workshop)
    expect(proof).toMatchObject({ ok: false, reason })
    expect(proof.ok ? '' : proof.problems.join()).toContain(problem)
  })

  it('refutes a value that stands nowhere, one that the prompt gives away, and an answer that nobody asks for', async () => {
    const unstated = validAt(0, 0)
    unstated.prompt = 'Look up the customer who called.'
    expect(await proveValid(unstated, slot, workshop)).toMatchObject({ reason: 'audit:provenance' })
    const given = validAt(0, 0)
    given.prompt += ' It should be ines.caldeira@correio.example.'
    expect(await proveValid(given, slot, workshop)).toMatchObject({ reason: 'audit:answer-in-prompt' })
    const silent = { ...validAt(0, 0), report: [] }
    expect(await proveValid(silent, slot, workshop)).toMatchObject({ ok: false })
  })
})

describe('proveInvalid', () => {
  it('refutes a refusal where the call goes through', async () => {
    const proof = await proveInvalid(changed(invalidAt(2, 0), 1, 1, literal(1)), slot, workshop)
    expect(proof).toMatchObject({ ok: false, reason: 'audit:provenance' })
    const draft = changed(invalidAt(2, 0), 1, 1, literal(1))
    draft.prompt = 'Reserve 1 of the part that repair order RO-64256 needs.'
    expect(await proveInvalid(draft, slot, workshop)).toMatchObject({ ok: false, reason: 'feasible' })
  })

  it('refutes a refusal for a call that is only malformed', async () => {
    const draft = invalidAt(0, 0)
    draft.calls[0]?.args.splice(0)
    expect(await proveInvalid(draft, slot, workshop)).toMatchObject({ ok: false, reason: 'malformed' })
  })

  it('refutes a missing tool that another tool can do without', async () => {
    const draft = invalidAt(1, 1)
    draft.missing = { name: 'Check Part', does: 'Tells where a part lies.' }
    expect(await proveInvalid(draft, slot, workshop)).toMatchObject({ ok: false, reason: 'malformed' })
  })

  it('refutes a missing tool that reads like one on offer', async () => {
    const draft = invalidAt(0, 1)
    draft.missing = {
      name: 'Part Checker',
      does: 'Tells where a part lies, what it costs and how many there are.',
    }
    const proof = await proveInvalid(draft, slot, workshop)
    expect(proof).toMatchObject({ ok: false, reason: 'feasible' })
    expect(JSON.stringify(proof)).toContain('Check Part')
  })

  it('withholds a tool that is needed, and only that', async () => {
    const proof = await proveInvalid(invalidAt(1, 1), slot, workshop)
    expect(proof.ok && !proof.task.valid && proof.task.task.available_tools).not.toContain('Get_Customer')
    expect(proof).toMatchObject({
      ok: true,
      task: { infeasible: { because: 'no_tool', tool: 'Get_Customer' } },
    })
  })
})
