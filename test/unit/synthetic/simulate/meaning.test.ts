import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { formOnlyOutputs } from '../../../../src/synthetic/simulate/made-up/form-only.ts'
import { madeUpOutput } from '../../../../src/synthetic/simulate/made-up/made-up.ts'
import { World } from '../../../../src/world/world.ts'
import { shopTool } from './kiln-shop.ts'

type Fields = Parameters<typeof shopTool>[1]

interface Asked {
  name?: string
  description?: string
  parameters?: Fields
  outputs: Fields
  args?: JsonObject
}

const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7]

const toolOf = ({ name = 'Kiln Clerk', description, parameters = {}, outputs }: Asked) =>
  shopTool(name, parameters, outputs, description === undefined ? {} : { description })

const answers = (asked: Asked): JsonObject[] =>
  SEEDS.map((seed) => madeUpOutput(asked.args ?? {}, toolOf(asked), new World(seed), { known: [] }))

const formOnly = (asked: Asked, output = answers(asked)[1] ?? {}): string[] =>
  formOnlyOutputs(asked.args ?? {}, output, toolOf(asked), false)

describe('how the things of a call stand', () => {
  const outputs = {
    quality_score: 'number|Quality score (0-100)',
    risk_score: 'number|Risk score (0-100)',
    risk_level: 'string|Risk level (low, medium, high, critical)',
    rating: 'string|Rating: excellent, good, fair, poor',
    cracks_detected: 'boolean|Whether issues were found',
    glazing_issues: 'string[]|Issues of the glaze',
    issue_count: 'integer|Number of issues',
  }

  it('is one for all outputs: where nothing is wrong, scores, levels, flags and lists say so', () => {
    for (const made of answers({ parameters: { glaze: 'string' }, outputs, args: { glaze: 'ash' } })) {
      expect(Number(made.quality_score)).toBeGreaterThan(65)
      expect(Number(made.risk_score)).toBeLessThan(35)
      expect(made).toMatchObject({ risk_level: 'low', glazing_issues: [], issue_count: 0 })
      expect(['excellent', 'good']).toContain(made.rating)
    }
  })

  it('follows what the call says of it', () => {
    const asked = { parameters: { severity: 'string' }, outputs, args: { severity: 'critical' } }
    for (const made of answers(asked)) {
      expect(Number(made.risk_score)).toBeGreaterThan(60)
      expect(['high', 'critical']).toContain(made.risk_level)
      expect(made.glazing_issues).toEqual(['severity critical'])
      expect(made.issue_count).toBe(1)
    }
  })

  it.each([
    ['advice|Advice: approve, review, decline', 'approve'],
    ['state|State: not_cached, cached', 'cached'],
    ['state|State: inactive, active', 'active'],
  ])('takes of options the one that agrees: %s', (text, due) => {
    const [name = '', description] = text.split('|')
    for (const made of answers({ outputs: { [name]: `string|${description}` } })) expect(made[name]).toBe(due)
  })

  it('is well where a setting has a word that would say otherwise of a thing', () => {
    const asked = { parameters: { alert_threshold: 'string' }, outputs, args: { alert_threshold: 'high' } }
    for (const made of answers(asked)) expect(made.glazing_issues).toEqual([])
  })

  it('leaves no fault of handling in a call that was carried out, whatever it is about', () => {
    const asked = {
      parameters: { severity: 'string' },
      outputs: { failed_glazes: 'string[]', skipped_count: 'integer' },
      args: { severity: 'critical' },
    }
    for (const made of answers(asked)) expect(made).toEqual({ failed_glazes: [], skipped_count: 0 })
  })
})

describe('texts', () => {
  const about = {
    parameters: { kiln_id: 'string', password: 'string' },
    args: { kiln_id: 'K-7', password: 'aaa' },
  }

  it('say again what call and answer say, and no secret', () => {
    const asked = {
      ...about,
      outputs: { firing_id: 'string', firing_summary: 'string|Summary of the firing' },
    }
    for (const made of answers(asked)) {
      expect(made.firing_summary).toMatch(
        new RegExp(
          `^Kiln Clerk completed for kiln id K-7: firing id ${made.firing_id} \\(reference [0-9a-f]{12}\\)\\.$`,
        ),
      )
      expect(formOnly(asked, made)).toEqual([])
    }
  })

  it.each([
    ['a work of words', 'Letter Writer', 'letter_text', 'string|Text of the letter'],
    ['what takes the field to know', 'Kiln Clerk', 'glaze_recipe_formula', 'string|Formula of the glaze'],
    ['a name of which nothing tells', 'Kiln Clerk', 'glaze_name', 'string|Name of a glaze'],
    ['a list that nothing tells', 'Kiln Clerk', 'patterns', 'string[]|Patterns of the glaze'],
  ])('that are %s have only the form', (_, name, output, text) => {
    const asked = { ...about, name, outputs: { [output]: text } }
    expect(formOnly(asked)).toEqual([output])
  })

  it('of another simulator that say more than call and specification have only the form', () => {
    const asked = { ...about, outputs: { firing_summary: 'string|Summary of the firing' } }
    expect(formOnly(asked, { firing_summary: 'The firing of K-7 completed.' })).toEqual([])
    expect(formOnly(asked, { firing_summary: 'The firing of K-7 melted the moon.' })).toEqual([
      'firing_summary',
    ])
  })

  it('fill a stated layout with the things of the call, each with each', () => {
    const asked = {
      parameters: { kiln_ids: 'string[]', shelf_names: 'string[]' },
      outputs: { stock: "string[]|Stock in format 'kiln:shelf:quantity'" },
      args: { kiln_ids: ['K1', 'K2'], shelf_names: ['top', 'low'] },
    }
    for (const { stock } of answers(asked)) {
      expect((stock as string[]).map((row) => row.replace(/:\d+$/, ''))).toEqual([
        'K1:top',
        'K1:low',
        'K2:top',
        'K2:low',
      ])
      expect((stock as string[]).every((row) => /:\d+$/.test(row))).toBe(true)
    }
  })

  it('tell the things of the call apart, each of one kind', () => {
    const asked = {
      parameters: { potter_ids: 'string[]', states: 'string[]' },
      outputs: {
        busy_potters: 'string[]|IDs of busy potters',
        available_potters: 'string[]|IDs of available potters',
        damaged_count: 'integer',
        verified_kiln_id: 'string',
      },
      args: { potter_ids: ['P1', 'P2'], states: ['damaged', 'whole', 'damaged'] },
    }
    for (const made of answers(asked))
      expect(made).toMatchObject({ busy_potters: [], available_potters: ['P1', 'P2'], damaged_count: 2 })
  })

  it('choose among the things of the call, and rank them alike', () => {
    const asked = {
      parameters: { potter_ids: 'string[]' },
      outputs: {
        top_potter: 'string|ID of the best potter',
        potter_rankings: 'string[]|Potter IDs from best to worst',
      },
      args: { potter_ids: ['P1', 'P2', 'P3'] },
    }
    const made = answers(asked)
    for (const { top_potter, potter_rankings } of made) {
      expect([...(potter_rankings as string[])].sort()).toEqual(['P1', 'P2', 'P3'])
      expect((potter_rankings as string[])[0]).toBe(top_potter)
    }
    expect(new Set(made.map(({ top_potter }) => top_potter)).size).toBeGreaterThan(1)
  })

  it('take words out of the text of the call', () => {
    const asked = {
      parameters: { query: 'string', max_keywords: 'integer' },
      outputs: { keywords: 'string[]|Extracted keywords' },
      args: { query: 'celadon glazes for stoneware kilns', max_keywords: 2 },
    }
    for (const { keywords } of answers(asked)) expect(keywords).toEqual(['celadon', 'glazes'])
  })

  it('name the fields of a text in JSON', () => {
    const asked = {
      parameters: { update_fields: 'string' },
      outputs: { updated_fields: 'string[]|Fields that were updated' },
      args: { update_fields: '{"colour":"ash","price":4}' },
    }
    for (const { updated_fields } of answers(asked)) expect(updated_fields).toEqual(['colour', 'price'])
  })
})

describe('figures', () => {
  it.each([
    ['page_count', 'integer', 2, 40],
    ['firing_minutes', 'number', 2, 90],
    ['queue_position', 'integer', 1, 12],
    ['kiln_temperature', 'number|Temperature in Celsius', 15, 30],
  ])('are as large as their words say: %s', (name, text, low, high) => {
    for (const made of answers({ outputs: { [name]: text } })) {
      expect(Number(made[name])).toBeGreaterThanOrEqual(low)
      expect(Number(made[name])).toBeLessThanOrEqual(high)
    }
  })

  it('that a tool reckons from those of the call have only the form, but for what follows by its name', () => {
    const asked = {
      name: 'Shrinkage Calculator',
      description: 'Calculates shrinkage.',
      parameters: { lengths: 'number[]' },
      outputs: { shrinkage_index: 'number', average_length: 'number' },
      args: { lengths: [4, 8, 9] },
    }
    expect(formOnly(asked)).toEqual(['shrinkage_index'])
  })

  it('of a patient are never made up as if they were known', () => {
    const asked = {
      description: 'Assesses the risk of a patient.',
      parameters: { symptoms: 'string[]' },
      outputs: { risk_level: 'string|Risk (low, high)', abnormal_findings: 'string[]', diagnosis: 'string' },
      args: { symptoms: ['chest pain'] },
    }
    expect(formOnly(asked).sort()).toEqual(['abnormal_findings', 'diagnosis', 'risk_level'])
  })

  it('that nobody can know are still one of the values that the description lists', () => {
    const asked = {
      description: 'Assesses the symptoms of a patient.',
      parameters: { symptoms: 'string[]' },
      outputs: { urgency_level: 'string|Overall urgency assessment: later, soon, today' },
      args: { symptoms: ['chest pain'] },
    }
    expect(formOnly(asked)).toEqual(['urgency_level'])
    for (const { urgency_level } of answers(asked))
      expect(['later', 'soon', 'today']).toContain(urgency_level)
  })

  it('called combined are the mean of the scores of the call, by weight', () => {
    const parameters = { scores: 'number[]', score_weights: 'number[]' }
    const args = { scores: [10, 40], score_weights: [2, 1] }
    for (const made of answers({ parameters, outputs: { combined_score: 'number' }, args }))
      expect(made.combined_score).toBe(20)
  })

  it('add up: counts of one noun to their total, shares to a hundred', () => {
    const outputs = {
      total_pots: 'integer',
      glazed_pots: 'integer',
      raw_pots: 'integer',
      colour_distribution: 'number[]|Percentage of each colour',
    }
    for (const made of answers({ outputs })) {
      expect(made.total_pots).toBe(Number(made.glazed_pots) + Number(made.raw_pots))
      const shares = made.colour_distribution as number[]
      expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 6)
    }
  })

  it('of money are those of the call, whole where they are in cents', () => {
    const outputs = {
      refund_amount: 'number',
      processing_fee: 'number',
      deposit_total: 'number|Deposit in cents',
    }
    const asked = { parameters: { amount: 'number' }, outputs, args: { amount: 200 } }
    for (const made of answers(asked))
      expect(made).toEqual({ refund_amount: 200, processing_fee: 5.8, deposit_total: 200 })
  })
})

describe('any names and descriptions', () => {
  it.each([
    'new_a(b',
    'constructor',
    '__proto__',
    'total_[',
    'verified_*_id',
    'last_four_digits',
    'x'.repeat(5_000),
    '',
  ])('can be made up and judged: %j', (text) => {
    const name = text === '' ? 'empty' : text
    for (const type of ['string', 'string[]', 'integer', 'number', 'number[]', 'boolean'])
      for (const description of [text, `Level: ${text}, constructor`, `In format '${text}:${text}'`]) {
        const asked = {
          name: text,
          description,
          parameters: { [name]: 'string[]', plan: 'string' },
          outputs: { [name]: `${type}|${description}`, other: `${type}|${description}` },
          args: { [name]: ['a:1', text], plan: `{"${text}` },
        }
        const [made] = answers(asked)
        expect(Object.keys(made ?? {})).toContain('other')
        expect(() => formOnly(asked, made)).not.toThrow()
      }
  })
})

describe('moments', () => {
  it('of what the call did are its own; deadlines lie as far ahead as the answer says', () => {
    const asked = {
      parameters: { created_at: 'string' },
      outputs: {
        response_deadline: 'string|Deadline of the response',
        response_minutes: 'integer',
        firing_timestamp: 'string|When the firing was recorded',
      },
      args: { created_at: '2024-01-15T14:30:00Z' },
    }
    for (const [i, made] of answers(asked).entries()) {
      const start = Date.parse('2024-01-15T14:30:00Z')
      expect(Date.parse(String(made.response_deadline))).toBe(start + Number(made.response_minutes) * 60_000)
      const ago = new World(SEEDS[i] ?? 0).clock.now - Date.parse(String(made.firing_timestamp))
      expect(ago).toBeGreaterThan(0)
      expect(ago).toBeLessThan(61_000)
    }
  })

  it('of an expiry are as far ahead as the call asks', () => {
    const asked = {
      parameters: { expiry_minutes: 'integer' },
      outputs: { expires_at: 'string|When it expires' },
      args: { expiry_minutes: 15 },
    }
    for (const [i, made] of answers(asked).entries())
      expect(Date.parse(String(made.expires_at))).toBeCloseTo(
        new World(SEEDS[i] ?? 0).clock.now + 15 * 60_000,
        -3.5,
      )
  })

  it('that are only there if something is so have only the form', () => {
    expect(formOnly({ outputs: { lock_expires: 'string|When the lock expires (if locked)' } })).toEqual([
      'lock_expires',
    ])
  })
})
