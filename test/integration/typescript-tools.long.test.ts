import { describe, expect, it } from 'vitest'
import { runCli } from '../support/cli-runs.ts'
import { createProject } from '../support/run-vitest.ts'

/** Enums and parameter properties are what Node cannot strip: they have to be compiled. */
const KINDS = `
export enum Tariff { day = 'day', night = 'night' }
export class Meter {
  constructor(private readonly id: string, readonly tariff: Tariff) {}
  get label(): string { return this.id + '/' + this.tariff }
}
`

/** The import of the module beside it is written in each way that TypeScript projects write it. */
const simulators = (kinds: string): string => `
import { defineSimulator } from 'tracewright'
import { z } from 'zod'
import { Meter, Tariff } from '${kinds}'

interface Reading { kwh: number }

export const simulators = [
  defineSimulator({
    name: 'read_meter',
    category: 'external_services',
    effect: 'read',
    capability: 'look-up',
    description: 'Reading of an electricity meter.',
    input: z.strictObject({ meter: z.string(), tariff: z.enum(Tariff).default(Tariff.day) }),
    output: z.strictObject({ kwh: z.number(), label: z.string() }),
    run: ({ meter, tariff }, world) => {
      const kwh: number = world.draw('meter', meter).number('kwh', { min: 1000, max: 9000, decimals: 2 })
      return { ...({ kwh } satisfies Reading), label: new Meter(meter, tariff).label }
    },
  }),
]
`

const ZOD_TOOLS = `
import { z } from 'zod'
import { Tariff } from './kinds.ts'

const effect: 'read' | 'write' = 'read'
// A module may leave something open; the command ends all the same.
setInterval(() => {}, 60_000)
export const getReading = {
  name: 'get_reading',
  description: 'Reading of a meter',
  input: z.object({ reading_id: z.string(), tariff: z.enum(Tariff) }),
  output: z.object({ reading_id: z.string(), kwh: z.number() }),
  effect,
}
`

const project = (files: Record<string, string>) =>
  createProject('basic', { 'kinds.ts': KINDS, 'own.ts': simulators('./kinds.ts'), ...files })

const cli = (dir: string, ...args: string[]) => runCli(args, dir)

const CALL = ['simulate', 'read_meter', '--args', '{"meter":"M-17"}', '--json', '--simulators', 'own.ts']

describe('the command line loads TypeScript, on every Node that it runs on', () => {
  it.each(['./kinds.ts', './kinds.js', './kinds'])('simulators that import "%s"', (kinds) => {
    const { stdout, stderr } = cli(project({ 'own.ts': simulators(kinds) }).dir, ...CALL)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, output: { label: 'M-17/day' } })
  })

  it('tools to import', () => {
    const own = project({ 'tools.ts': ZOD_TOOLS })
    const { stdout, stderr } = cli(
      own.dir,
      'import',
      'zod',
      'tools.ts',
      '--out',
      'own.toolkit.json',
      '--json',
    )
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ tools: 1, skipped: [] })
    const { input } = JSON.parse(own.read('own.toolkit.json')).tools[0]
    expect(input.properties.tariff.enum).toEqual(['day', 'night'])
  })

  it.each([
    ['a syntax error', 'const a = 1\nexport const b: = 3', 'own.ts:2: Unexpected token. Repair the module.'],
    [
      'an error of its own',
      "throw new Error('no meter')",
      'own.ts: no meter (own.ts:1:7). Repair the module.',
    ],
  ])('and says what is wrong in one line: %s', (_, module, message) => {
    const { status, stderr } = cli(project({ 'own.ts': module }).dir, ...CALL)
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
