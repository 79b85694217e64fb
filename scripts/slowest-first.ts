import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = resolve(import.meta.dirname, '..')

/** The slowest test files, slowest first, as `npm run make:slowest` writes them. */
const slowest = Object.keys(JSON.parse(readFileSync(resolve(root, 'scripts/slowest-tests.json'), 'utf8')))
/** The place of a file among the slowest; all others come after them. */
const readPlace = ({ moduleId }: TestSpecification): number => {
  const place = slowest.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
  return place < 0 ? slowest.length : place
}

/**
 * Starts the slowest files first, and the others by project as Vitest does, the largest first. A slow file that starts
 * late ends alone, while the other workers wait.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    // `toSorted` keeps the order of equal files.
    return sorted.toSorted(
      (a, b) => readPlace(a) - readPlace(b) || projects.indexOf(a.project) - projects.indexOf(b.project),
    )
  }
}
