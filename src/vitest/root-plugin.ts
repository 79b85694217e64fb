import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest } from 'vitest/node'
import { projectWords } from '../run/baseline-at-start.ts'
import { TracewrightError } from '../shared/errors.ts'
import { holdExitCode } from './exit-code.ts'

// Vitest may load this module more than once.
const USED = Symbol.for('tracewright.used')

/** What Vite made of the root config. */
type RootConfig = Parameters<Extract<Plugin['configResolved'], (...given: never) => unknown>>[0] & {
  [USED]?: true
  /** Options of the command line: Vitest 5 has them here, Vitest 4 in `_vitest`. */
  test?: { project?: unknown; projects?: unknown }
  _vitest?: { project?: unknown }
}

let root: RootConfig | undefined

function failUnused(): void {
  if (root === undefined || root[USED] === true) return
  const { test, _vitest } = root
  const filters = [test?.project, _vitest?.project].flat()
  if (filters.some((name) => name !== undefined)) return
  process.stderr.write(
    'tracewright: Failed to run: the root config has test.projects, and none of them takes its plugins. Add `extends: true` to the project with the suites, or move tracewright() into the config of that project.\n',
  )
  holdExitCode(2)
}

/**
 * Notes the root config if it has projects. Vitest calls `configureVitest` for projects alone, so a plugin that no project
 * takes would do nothing, and a run would be green without a suite. `--project` may leave out the project that takes it.
 */
export function noteRoot(config: RootConfig): void {
  const names = config.plugins.map(({ name }) => name)
  const isVitest = names.some((name) => name.startsWith('vitest')) && !names.includes('vitest:project')
  if (!isVitest || config.test?.projects === undefined) return
  if (root === undefined) process.on('exit', failUnused)
  root = config
}

/** Projects that do not take the plugin; none where `--project` chose the projects. */
export const projectsWithoutPlugin = (vitest: Vitest): { name: string; folder: string }[] =>
  [vitest.config.project].flat().some((name) => name !== undefined)
    ? []
    : vitest.projects
        .filter((project: TestProject & { [USED]?: true }) => project[USED] !== true)
        .map(({ name, config }) => ({ name, folder: config.root }))

/** Notes a project that takes the plugin. Throws an error if it takes it twice, as from itself and from the root. */
export function noteProject(project: TestProject & { [USED]?: true }): void {
  ;(project.vitest.vite.config as RootConfig)[USED] = true
  if (project[USED] === true)
    throw new TracewrightError(
      `Failed to start: ${projectWords(project.name)} has the plugin tracewright() twice. Remove it from this project, or from the config that it extends.`,
    )
  project[USED] = true
}
