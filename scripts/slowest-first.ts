import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '..')

/** Seconds of the slowest test files, as `npm run make:slowest` writes them. */
const seconds: Record<string, number> = JSON.parse(
  readFileSync(resolve(root, 'scripts/slowest-tests.json'), 'utf8'),
)
const readSeconds = ({ moduleId }: TestSpecification): number =>
  seconds[relative(root, moduleId).replaceAll('\\', '/')] ?? 0

/**
 * Starts the slowest files of each project first, and the others as Vitest does, the largest first. A slow file that
 * starts late ends alone, while the other workers wait.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    // `toSorted` keeps the order of equal files.
    return sorted.toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || readSeconds(b) - readSeconds(a),
    )
  }
}
