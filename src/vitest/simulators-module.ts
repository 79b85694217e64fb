import { isToolkitFile } from '../synthetic/toolkit/read-toolkit.ts'

const PREFIX = 'virtual:tracewright-simulators:'
const RESOLVED = `\0${PREFIX}`

/** Id of the setup module that serves these files, absolute paths, in a worker. */
export const simulatorsId = (files: readonly string[]): string =>
  PREFIX + Buffer.from(JSON.stringify(files)).toString('base64url')

export const wantsSimulators = (source: string): boolean => source.includes(PREFIX)

/** Id that the loader knows it by. */
export const resolveSimulators = (source: string): string =>
  RESOLVED + source.slice(source.indexOf(PREFIX) + PREFIX.length)

/** The files of a resolved id; undefined for another id. */
export const simulatorFilesOf = (id: string): string[] | undefined =>
  id.startsWith(RESOLVED)
    ? (JSON.parse(Buffer.from(id.slice(RESOLVED.length), 'base64url').toString('utf8')) as string[])
    : undefined

/**
 * Code of the setup module. Modules of simulators are imported by it, so that Vitest transforms them as it does tests.
 *
 * @param runtime Absolute path of the module that exports `serveFiles`.
 */
export function simulatorsCode(files: readonly string[], runtime: string): string {
  const imports = files.flatMap((file, i) =>
    isToolkitFile(file) ? [] : [`import * as module${i} from ${JSON.stringify(file)}`],
  )
  const list = files.map((file, i) =>
    isToolkitFile(file)
      ? `{ path: ${JSON.stringify(file)} }`
      : `{ path: ${JSON.stringify(file)}, module: module${i} }`,
  )
  return [
    `import { serveFiles } from ${JSON.stringify(runtime)}`,
    ...imports,
    `serveFiles([${list.join(', ')}])`,
  ].join('\n')
}
