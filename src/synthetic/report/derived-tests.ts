import { World } from '../../world/world.ts'
import { deriveStressTests } from '../audit/stress/derive.ts'
import type { StressTest } from '../audit/stress/stress-test.ts'
import { wholeToolkit } from '../simulate/kinds/whole-toolkit.ts'
import { groundState } from '../simulate/state.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'

/** The stress tests that an audit of this seed asks. */
export function derivedTests(toolkit: SyntheticToolkit, seed: number): StressTest[] {
  const whole = wholeToolkit(toolkit).toolkit
  const ground = { ...whole, state: groundState(toolkit, new World(seed)) }
  return whole.tools.flatMap((tool) => deriveStressTests(tool, ground, seed).tests)
}
