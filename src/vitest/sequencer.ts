import { relative } from 'node:path'
import type { TestSequencerConstructor, TestSpecification } from 'vitest/node'
import { sliceHasTasks } from './plan-run.ts'
import { isSuiteId, sliceId } from './suite-id.ts'

const MARK = Symbol.for('tracewright.sequencer')

/**
 * Wraps a sequencer so that `--shard` splits suites by task: each shard gets a slice of every suite. Other files
 * are left to the wrapped one.
 */
export function createTaskSequencer(Base: TestSequencerConstructor): TestSequencerConstructor {
  if (MARK in Base) return Base
  // In Vitest's types `shard` is a property, at run time it is a method.
  const Parent = Base as unknown as new (
    ...args: unknown[]
  ) => { shard(files: TestSpecification[]): Promise<TestSpecification[]> }
  class ShardByTask extends Parent {
    override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
      // The base class keeps the context, under a name that is protected in its types.
      const { config } = (
        this as unknown as { ctx: { config: { root: string; shard?: { index: number; count: number } } } }
      ).ctx
      if (config.shard === undefined) return super.shard(files)
      const slice = config.shard
      const others = files.filter(({ moduleId }) => !isSuiteId(moduleId))
      const kept = others.length === 0 ? [] : await super.shard(others)
      const compareByName = (a: TestSpecification, b: TestSpecification): number =>
        relative(config.root, a.moduleId) < relative(config.root, b.moduleId) ? -1 : 1
      for (const suite of files.filter(({ moduleId }) => isSuiteId(moduleId)).sort(compareByName)) {
        const file = suite.moduleId
        if (!(await sliceHasTasks(file, config.root, slice))) continue
        const { moduleId, taskId } = suite.project.createSpecification(sliceId(file, slice))
        // Vitest 4 ends the run with the specifications that it handed in, so those have to be the slices.
        Object.assign(suite, { moduleId, taskId })
        kept.push(suite)
      }
      return kept
    }
  }
  Object.defineProperty(ShardByTask, MARK, { value: true })
  return ShardByTask as unknown as TestSequencerConstructor
}
