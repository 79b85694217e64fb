import { expect, it } from 'vitest'
import { resolveOptions } from '../../../src/vitest/options.ts'

it('names the option that is wrong', () => {
  expect(() => resolveOptions({ mode: 'fast' } as never)).toThrow('mode')
  expect(() => resolveOptions({ aggent: './agent.ts' } as never)).toThrow('aggent')
})
