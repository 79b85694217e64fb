import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  embedTools,
  findLexicalPairs,
  findSimilarPairs,
  groupInBlocks,
  normalizeVectors,
} from '../../../../src/synthetic/dedupe/similarity.ts'
import { toolLine, whole } from './tools.ts'

const tools = ['a', 'b', 'c'].map((id) => whole(toolLine({ id, name: `Tool ${id}` })))

describe('embedTools', () => {
  it('gives vectors of length 1, in order', async () => {
    const embeddings = {
      embedDocuments: async (texts: string[]) => texts.map((text) => [text.includes('tool a') ? 3 : 0, 4]),
    }
    const vectors = await embedTools(tools, embeddings)
    expect(vectors.map((vector) => [...vector])).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
      [0, 1],
    ])
  })

  it('refuses vectors that are missing, zero or of two widths', async () => {
    const giving = (vectors: number[][]) => ({ embedDocuments: async () => vectors })
    await expect(embedTools(tools, giving([[1]]))).rejects.toThrow('1 vectors for 3 texts')
    await expect(embedTools(tools, giving([[1], [0], [1]]))).rejects.toThrow('zero')
    await expect(embedTools(tools, giving([[1], [1, 2], [1]]))).rejects.toThrow('2 numbers')
    const failing = { embedDocuments: async () => Promise.reject(new Error('no key')) }
    await expect(embedTools(tools, failing)).rejects.toThrow('no key')
  })
})

it('similarPairs gives the cosine of every pair of a field once', () => {
  const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 7, maxLength: 7 })
  const vectors = fc.array(
    numbers.filter((one) => one.some((value) => value !== 0)),
    { minLength: 4, maxLength: 4 },
  )
  fc.assert(
    fc.property(vectors, (drawn) => {
      const fields = ['x', 'y', 'x', 'x'].map((field) => ({ field }))
      const pairs = findSimilarPairs(normalizeVectors(drawn, ['a', 'b', 'c', 'd']), groupInBlocks(fields), -2)
      expect(pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(['0 2', '0 3', '2 3'])
      for (const { a, b, weight } of pairs) {
        const dot = drawn[a]!.reduce((sum, value, i) => sum + value * drawn[b]![i]!, 0)
        expect(weight).toBeCloseTo(dot / (Math.hypot(...drawn[a]!) * Math.hypot(...drawn[b]!)), 5)
      }
    }),
  )
})

it('lexicalPairs gives 1 for equal words, less for fewer in common, nothing across fields', () => {
  const other = { description: 'Paints a wall.', usage: 'Say the colour.', parameters: [] }
  const all = [
    toolLine({ id: 'a' }),
    toolLine({ id: 'b' }),
    toolLine({ id: 'c', ...other }),
    toolLine({ id: 'd', field: 'bank' }),
  ]
  const pairs = findLexicalPairs(all.map(whole), 0)
  expect(pairs.map(({ a, b }) => [a, b])).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  expect(pairs[0]?.weight).toBeCloseTo(1, 9)
  expect(pairs[1]?.weight).toBeLessThan(0.9)
  expect(pairs[1]?.weight).toBeCloseTo(pairs[2]!.weight, 9)
})

it('embeds and compares what the paper embeds: name, description, parameters and usage', () => {
  expect(whole(toolLine()).text).toBe(
    'name: order finder description: finds an order. ' +
      'parameters: [order_id | string | required | none | which order.] usage: give the id.',
  )
})
