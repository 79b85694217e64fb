import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { createRng } from '../../src/shared/rng.ts'
import { phrasebook } from '../../src/tools/builtin/phrasebook.ts'
import { registry as sources } from '../../src/tools/builtin/registry.ts'
import { workspace } from '../support/pack.ts'

const dist = join(workspace, 'node_modules/tracewright/dist')
type Core = Pick<typeof import('../../src/index.ts'), 'executeTool' | 'World'>
let core: Core
let built: typeof import('../../src/tools.ts')
beforeAll(async () => {
  core = await import(pathToFileURL(join(dist, 'index.js')).href)
  built = await import(pathToFileURL(join(dist, 'tools.js')).href)
})

const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e12,
  '',
  'word',
  'a\nb',
  [],
  [1],
  ['x', null],
  [{}],
  {},
  { a: 1 },
]

/** The value with each part of it, at any depth, left out or put in place of by another. */
function* wrong(value: Json): Generator<Json> {
  yield* VALUES
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const other of wrong(item)) yield value.with(i, other)
    return
  }
  yield { ...value, surplus: 1 }
  for (const [name, item] of Object.entries(value)) {
    const { [name]: _, ...rest } = value
    yield rest
    for (const other of wrong(item)) yield { ...value, [name]: other }
  }
}

describe('the schemas and validators that the build made', () => {
  it('are there for every tool, and for nothing else', () => {
    for (const file of ['tool-validators.cjs', 'tool-schemas.json']) {
      const built = createRequire(import.meta.url)(join(dist, file))
      expect(Object.keys(built).sort()).toEqual([...sources.keys()].sort())
    }
  })

  it.each([...sources.keys()])(
    '%s: answer wrong arguments as those that ajv compiles, byte for byte',
    (name) => {
      const { executeTool, World } = core
      const tool = built.registry.get(name)
      if (tool === undefined) throw new Error(`no tool ${name}`)
      // Another object with the same content: nobody built a validator of that.
      const compiled = { ...tool, inputSchema: structuredClone(tool.inputSchema) }
      const drawn = [0, 1, 2].map(
        (i) => phrasebook.get(name)?.draw(createRng(i, 'golden', name)) as JsonObject,
      )
      let refused = 0
      for (const args of new Set(drawn.flatMap((each) => [each, ...wrong(each)]))) {
        const [own, other] = [tool, compiled].map((each) =>
          JSON.stringify(executeTool(each, args, new World(1))),
        )
        if (own !== other) expect(own, JSON.stringify(args)).toBe(other)
        if (own?.includes('"status":400') === true) refused++
      }
      expect(refused).toBeGreaterThan(VALUES.length)
    },
  )
})
