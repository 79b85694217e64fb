import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatJsonLines } from '../../../support/json-lines.ts'
import { runCommand, runForJson } from '../../../support/run-command.ts'
import { toolLine } from '../../synthetic/dedupe/tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'dedupe-'))
const at = (name: string): string => join(folder, name)

/** Directions of vectors in degrees: pairs with cosines 0.985 and 0.87 in a field, and a twin in another field. */
const ANGLES = { Ash: 0, Birch: 10, Cedar: 40, Dogwood: 0, Elm: 90 }
const PLACES = {
  Ash: { field: 'wood', subfield: 'trees', task: 'fell' },
  Birch: { field: 'wood', subfield: 'trees', task: 'fell' },
  Cedar: { field: 'wood', subfield: 'trees', task: 'saw' },
  Dogwood: { field: 'shrubs', subfield: 'hedges', task: 'cut' },
  Elm: { field: 'wood', subfield: 'boards', task: 'plane' },
}
const tools = Object.entries(PLACES).map(([name, place]) =>
  toolLine({ id: name.toLowerCase(), name, description: `About ${name}.`, ...place }),
)
writeFileSync(at('tools.jsonl'), formatJsonLines(tools))
writeFileSync(
  at('embeddings.mjs'),
  `const angles = ${JSON.stringify(ANGLES)}
  globalThis.embedded = 0
  const angleOf = (text) => Object.entries(angles).find(([name]) => text.startsWith('name: ' + name.toLowerCase()))[1]
  export default { async embedDocuments(texts) {
    globalThis.embedded++
    return texts.map((text) => [Math.cos(angleOf(text) * Math.PI / 180), Math.sin(angleOf(text) * Math.PI / 180)])
  } }`,
)
const BY = ['--tools', at('tools.jsonl'), '--by', at('embeddings.mjs')]
const countEmbedded = () => Reflect.get(globalThis, 'embedded')

describe('synth dedupe', () => {
  it('sweeps a range of thresholds with one embedding, as runs at each threshold do', async () => {
    const { sweep } = await runForJson('synth', 'dedupe', ...BY, '--sweep', '0.86..0.99')
    expect(countEmbedded()).toBe(1)
    expect(sweep.map(({ tau }: { tau: number }) => tau).slice(0, 3)).toEqual([0.86, 0.87, 0.88])
    expect(sweep).toHaveLength(14)
    const similarAt = Object.fromEntries(
      sweep.map(({ tau, similar }: { tau: number; similar: number }) => [tau, similar]),
    )
    expect(similarAt).toMatchObject({ 0.86: 1, 0.87: 1, 0.98: 1, 0.99: 0 })
    // Birch is close to both, Ash and Cedar are not close to each other.
    expect(sweep[0]).toMatchObject({ kept: 4, exact: 0, components: 1, largest: 3, dropped: 0.2 })
    for (const { tau, kept } of sweep.filter((_: unknown, i: number) => i % 6 === 0)) {
      const alone = await runForJson('synth', 'dedupe', ...BY, '--tau', String(tau))
      expect(alone.kept).toHaveLength(kept)
    }
  })

  it('finds duplicates of other fields with --across alone', async () => {
    const within = await runForJson('synth', 'dedupe', ...BY, '--tau', '0.99')
    expect(within.dropped).toEqual([])
    const across = await runForJson('synth', 'dedupe', ...BY, '--tau', '0.99', '--across')
    expect(across.dropped).toHaveLength(1)
    expect([across.dropped[0].id, across.dropped[0].of].sort()).toEqual(['ash', 'dogwood'])
  })

  it('says how similar tools are by what they have in common', async () => {
    const { levels } = await runForJson('synth', 'dedupe', ...BY, '--levels')
    const cos = (degrees: number) => expect.closeTo(Math.cos((degrees * Math.PI) / 180), 5)
    expect(levels).toMatchObject([
      { same: 'task', pairs: 1, mean: cos(10), sd: 0 },
      { same: 'subdomain', pairs: 2, p99: cos(30) },
      { same: 'field', pairs: 3, p99: cos(50) },
      { same: 'none', pairs: 4 },
    ])
    expect(await runCommand('synth', 'dedupe', ...BY, '--levels', '--sweep', '0.98..0.99')).toMatch(
      /threshold.*\n.*\n.*0\.98.*\n.*0\.99[\s\S]*in common[\s\S]*task/,
    )
  })

  it('draws a map in which similar tools are close, the same at each run', async () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      toolLine({
        ...{ id: `t${i}`, field: i % 2 === 0 ? 'tea' : 'sea' },
        ...{ name: `Tool <${i}>`, usage: '', parameters: [], outputs: [], errors: [] },
        description: (i % 2 === 0 ? 'brew leaves kettle' : 'sail harbour anchor').repeat(2),
      }),
    )
    writeFileSync(at('many.jsonl'), formatJsonLines(many))
    const draw = async (name: string) => {
      await runForJson('synth', 'dedupe', '--tools', at('many.jsonl'), '--map', at(name))
      return readFileSync(at(name), 'utf8')
    }
    const svg = await draw('a.svg')
    expect(await draw('b.svg')).toBe(svg)
    const points = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)".*?<title>(.*?)<\/title>/g)].map(
      ([, x, y, title = '']) => ({ x: Number(x), y: Number(y), tea: title.endsWith('(tea)'), title }),
    )
    expect(points).toHaveLength(30)
    expect(points[0]?.title).toBe('Tool &lt;0> (tea)')
    const distance = (a: (typeof points)[number], b: (typeof points)[number]) =>
      Math.hypot(a.x - b.x, a.y - b.y)
    // The nearest other point is of the same field.
    for (const point of points) {
      const [nearest] = points
        .filter((other) => other !== point)
        .sort((a, b) => distance(point, a) - distance(point, b))
      expect(nearest?.tea).toBe(point.tea)
    }
  })

  it('reads a folder of published tool files, without the calls beside them', async () => {
    mkdirSync(at('published'))
    const write = (name: string, value: unknown) =>
      writeFileSync(join(at('published'), name), JSON.stringify(value))
    const published = {
      ...{ tool_name: 'Ash', tool_description: 'd', usage: 'u', error_messages: ['A: b'] },
      ...{ parameters: {}, output_details: {} },
    }
    write('wood_tool_spec_1__Ash.json', published)
    write('wood_tool_spec_2__Ash.json', published)
    write('wood_tool_spec_1__Ash__output.json', { 'Tool Call': {}, 'Return Data': {} })
    const result = await runForJson('synth', 'dedupe', '--tools', at('published'))
    expect(result).toEqual({
      kept: ['wood_tool_spec_1__Ash'],
      dropped: [{ id: 'wood_tool_spec_2__Ash', because: 'exact-name', of: 'wood_tool_spec_1__Ash' }],
    })
  })

  it.each(['0.9', '0.9..0.8', '0..0.5', '0.5..1.2', 'a..b'])('refuses --sweep %s', async (range) => {
    await expect(runForJson('synth', 'dedupe', ...BY, '--sweep', range)).rejects.toThrow(
      `Invalid --sweep ${range}: expected two thresholds`,
    )
  })
})
