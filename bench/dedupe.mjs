#!/usr/bin/env node
/**
 * How long it takes to compare all same-field pairs of 5,900 tools by random vectors of 1,536 numbers. The
 * fields are as large as those of the published tools: one of 1,142, four of about 220, and 95 that share
 * the rest. Prints the median of five runs. Usage: node bench/dedupe.mjs [SEED]
 */
import { resolve } from 'node:path'
import { xoroshiro128plus } from 'pure-rand'
import { runnerImport } from 'vite'

const { module } = await runnerImport(resolve(import.meta.dirname, '../src/synthetic/dedupe/similarity.ts'))
const { groupInBlocks, findSimilarPairs, normalizeVectors } = module

const WIDTH = 1536
const TOOLS = 5900
const LARGE = [1142, 243, 212, 210, 206]
const SMALL_FIELDS = 95

const generator = xoroshiro128plus(Number(process.argv[2] ?? 1))
const draw = () => (generator.unsafeNext() / 2 ** 31) * (generator.unsafeNext() / 2 ** 31)

const rest = TOOLS - LARGE.reduce((sum, size) => sum + size, 0)
const small = Array.from(
  { length: SMALL_FIELDS },
  (_, i) => Math.floor(rest / SMALL_FIELDS) + (i < rest % SMALL_FIELDS ? 1 : 0),
)
const fields = [...LARGE, ...small].flatMap((size, field) => Array(size).fill({ field: `field ${field}` }))
const ids = fields.map((_, i) => `tool ${i}`)
const vectors = normalizeVectors(
  ids.map(() => Float32Array.from({ length: WIDTH }, draw)),
  ids,
)
const blocks = groupInBlocks(fields)
const pairs = blocks.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0)

const times = []
let found = 0
for (let run = 0; run < 5; run++) {
  const started = performance.now()
  found = findSimilarPairs(vectors, blocks, 0.85).length
  times.push(performance.now() - started)
}
const [, , median] = times.toSorted((a, b) => a - b)
process.stdout.write(
  `${ids.length} tools in ${blocks.length} fields, ${WIDTH} numbers each: ${pairs} pairs in ${median.toFixed(0)} ms ` +
    `(median of ${times.map((ms) => ms.toFixed(0)).join(', ')}), ${((pairs / median) * 1e-3).toFixed(2)} million pairs/s, ${found} found\n`,
)
