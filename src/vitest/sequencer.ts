import { relative } from 'node:path'
import type { TestSequencerConstructor, TestSpecification, Vitest } from 'vitest/node'
import { isSuiteId, sliceId } from './suite-id.ts'

const MARK = Symbol.for('tracewright.sequencer')

/**
 * Begins to write the first test modules of a run, so that the main process does not wait for its workers to start. A
 * worker that asks for a module that failed gets its error.
 */
function prefetchSuites(files: readonly TestSpecification[], count: number): void {
  for (const { moduleId, project } of files.slice(0, count)) {
    const { ssr } = project.vite.environments
    if (ssr === undefined || !isSuiteId(moduleId) || project.config.environment !== 'node') continue
    const { root } = ssr.config
    // As workers name it: only then do they wait for the module that is being written.
    const url = moduleId.startsWith(`${root}/`) ? moduleId.slice(root.length) : moduleId
    ssr.transformRequest(url).catch(() => {})
  }
}

interface WrappedSequencer {
  shard(files: TestSpecification[]): Promise<TestSpecification[]>
  sort(files: TestSpecification[]): Promise<TestSpecification[]>
}

/**
 * Wraps a sequencer so that `--shard` splits suites by task: each shard gets a slice of every suite. Other files
 * are left to the wrapped one.
 */
export function createTaskSequencer(Base: TestSequencerConstructor): TestSequencerConstructor {
  if (MARK in Base) return Base
  // In Vitest's types `shard` is a property, at run time it is a method.
  const Parent = Base as unknown as new (vitest: Vitest) => WrappedSequencer
  class TaskSequencer extends Parent {
    // A sequencer of the user's need not keep it.
    readonly #vitest: Vitest

    constructor(vitest: Vitest) {
      super(vitest)
      this.#vitest = vitest
    }

    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files)
      prefetchSuites(sorted, this.#vitest.config.maxWorkers)
      return sorted
    }

    override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
      const { config } = this.#vitest
      if (config.shard === undefined) return super.shard(files)
      const slice = config.shard
      const { sliceHasTasks } = await import('./plan-run.ts')
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
  Object.defineProperty(TaskSequencer, MARK, { value: true })
  return TaskSequencer as unknown as TestSequencerConstructor
}
