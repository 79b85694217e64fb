import { expect, it } from 'vitest'
import { buildDedupeTool, type DedupeTool, dedupe } from '../../../src/synthetic/dedupe/dedupe.ts'
import {
  findLexicalPairs,
  findSimilarPairs,
  LEXICAL_TAU,
  normalizeVectors,
} from '../../../src/synthetic/dedupe/similarity.ts'
import { sweep } from '../../../src/synthetic/dedupe/sweep.ts'
import { parseToolRow, readFieldOfId } from '../../../src/synthetic/tool-spec/read-published.ts'
import { describeWithShared, hasSharedData, readSharedLines } from '../../support/shared-data.ts'

const rows = (name: string): string[][] =>
  readSharedLines(`synthtools/${name}`)
    .slice(1)
    .map((line) => line.split('\t'))

describeWithShared('published duplicates', 'synthtools', () => {
  const published = hasSharedData ? rows('dedup-tools.tsv') : []
  // A published id says field and name; nothing else of a tool is in the table.
  const tools = published.map(([, id = '']): DedupeTool => {
    const field = readFieldOfId(id)
    return { id, field, name: id.slice(id.indexOf('__', field?.length) + 2), body: '', text: '', words: '' }
  })
  const place = new Map(published.map(([idx], i) => [idx, i]))
  const edges = (hasSharedData ? rows('dedup-edges.tsv') : []).map(([a, b, cos]) => ({
    a: place.get(a) ?? Number.NaN,
    b: place.get(b) ?? Number.NaN,
    weight: Number(cos),
  }))

  it('drops exactly the published names, from the ids alone', () => {
    const { dropped } = dedupe(tools, [])
    const flagged = published.flatMap(([, id = '', exact]) => (exact === '1' ? [id] : []))
    expect(flagged).toHaveLength(443)
    expect(new Set(dropped.map(({ id }) => id))).toEqual(new Set(flagged))
  })

  it('has the published numbers and the sizes of components in one sweep', () => {
    const swept = sweep(tools, edges, [0.75, 0.85, 0.92], 42)
    expect(swept.map(({ exact, similar }) => [exact, similar])).toEqual([
      [443, 603],
      [443, 108],
      [443, 10],
    ])
    expect(swept.map(({ components, largest }) => [components, largest])).toEqual([
      [465, 17],
      [106, 3],
      [10, 2],
    ])
    expect(swept[1]?.dropped).toBeCloseTo(0.093, 3)
  })

  it.for([
    [0.75, 3, 603],
    [0.85, 4, 108],
    [0.92, 5, 10],
  ] as const)(
    'reproduces the flags at tau %s but for the random choice in pairs',
    async ([tau, column, similar], { annotate }) => {
      const { dropped } = dedupe(tools, edges, { tau })
      const ours = new Set(dropped.map(({ id }) => id))
      expect(dropped.filter(({ because }) => because === 'similar')).toHaveLength(similar)
      const exact = new Set(published.flatMap(([, id = '', flag]) => (flag === '1' ? [id] : [])))
      const flagged = new Set(published.flatMap((row) => (row[column] === '1' ? [row[1] ?? ''] : [])))
      const live = edges.filter(
        ({ a, b, weight }) => weight >= tau && !exact.has(tools[a]!.id) && !exact.has(tools[b]!.id),
      )
      const ends = live.flatMap(({ a, b }) => [a, b])
      const isAlone = (node: number): boolean => ends.indexOf(node) === ends.lastIndexOf(node)
      const pairs = live.flatMap(({ a, b }) => (isAlone(a) && isAlone(b) ? [[a, b]] : []))
      const inPair = new Set(pairs.flat().map((node) => tools[node]!.id))
      const differing = tools.filter(({ id }) => ours.has(id) !== flagged.has(id))
      // What differs is a pair of which the other was drawn, and of every pair just one went, here and there.
      expect(differing.filter(({ id }) => !inPair.has(id))).toEqual([])
      for (const nodes of pairs) {
        for (const dropped of [ours, flagged])
          expect(nodes.filter((node) => dropped.has(tools[node]!.id))).toHaveLength(1)
      }
      await annotate(
        `tau ${tau}: ${tools.length - differing.length} of ${tools.length} flags agree, ${differing.length} differ, ` +
          `all in ${differing.length / 2} of ${pairs.length} pairs`,
      )
    },
  )

  it('reproduces what was published at ten thresholds', () => {
    // tau, similar; as measured with the published program.
    const figures = [
      [0.7, 1062],
      [0.75, 603],
      [0.78, 409],
      [0.8, 300],
      [0.82, 217],
      [0.85, 108],
      [0.88, 47],
      [0.9, 22],
      [0.92, 10],
      [0.95, 0],
    ]
    const ours = figures.map(([tau = 0]) => {
      const { dropped } = dedupe(tools, edges, { tau })
      return [tau, dropped.filter(({ because }) => because === 'similar').length]
    })
    expect(ours).toEqual(figures)
  })

  it('finds the published cosines from the vectors', () => {
    const samples = readSharedLines('synthtools/emb-sample.jsonl').map(
      (line): { idx: number; id: string; scale: number; int8_b64: string } => JSON.parse(line),
    )
    const vectors = normalizeVectors(
      samples.map(({ scale, int8_b64 }) =>
        Array.from(new Int8Array(Buffer.from(int8_b64, 'base64')), (v) => v * scale),
      ),
      samples.map(({ id }) => id),
    )
    const found = findSimilarPairs(vectors, [samples.map((_, i) => i)], 0.705)
    const known = new Map(rows('dedup-edges.tsv').map(([a, b, cos]) => [`${a} ${b}`, Number(cos)]))
    const keyOf = (x: number, y: number): string => (x < y ? `${x} ${y}` : `${y} ${x}`)
    expect(found.length).toBeGreaterThan(50)
    // The sample keeps eight bits of each number.
    for (const { a, b, weight } of found)
      expect(Math.abs(weight - (known.get(keyOf(samples[a]!.idx, samples[b]!.idx)) ?? 0))).toBeLessThan(0.003)
  })

  it('lexical mode finds most of what embeddings find among whole tools, as it says', () => {
    const whole = [
      ...readSharedLines('synthtools/tools-sample.jsonl').map((line) => JSON.parse(line)),
      ...readSharedLines('synthtools/meta-sample.jsonl').map((line) => JSON.parse(line).tool),
    ].map((tool) => buildDedupeTool(parseToolRow(tool)))
    const some = [...new Map(whole.map((tool) => [tool.id, tool])).values()]
    const placeOf = new Map(some.map(({ id }, i) => [id, i]))
    const wanted = edges.flatMap(({ a, b, weight }) => {
      const [x, y] = [placeOf.get(tools[a]!.id), placeOf.get(tools[b]!.id)]
      return weight >= 0.85 && x !== undefined && y !== undefined
        ? [`${Math.min(x, y)} ${Math.max(x, y)}`]
        : []
    })
    const found = findLexicalPairs(some, LEXICAL_TAU).map(({ a, b }) => `${a} ${b}`)
    const right = found.filter((pair) => wanted.includes(pair)).length
    expect([some.length, wanted.length, found.length, right]).toEqual([945, 22, 24, 19])
  })
})
