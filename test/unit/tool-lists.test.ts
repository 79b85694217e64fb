import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { toolLists } from '../../scripts/tool-lists.mjs'

it.each(['experimental_defineCacheKeyGenerator', 'defineCacheKeyGenerator'])(
  'keeps the lists of tools off the disk, whose files do not change with them: %s',
  (name) => {
    const keys: unknown[] = []
    const define = (key: (module: { id: string }) => unknown) =>
      keys.push(
        ...['simulators.ts', 'registry.ts'].map((file) => key({ id: resolve('src/tools/builtin', file) })),
      )
    toolLists().configureVitest({ [name]: define })
    expect(keys).toEqual([false, undefined])
  },
)
