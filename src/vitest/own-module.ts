import { isRecordingFile } from '../suites/repair/record/recording.ts'
import { isToolkitFile } from '../tools/imported/files.ts'

const PREFIX = 'virtual:tracewright-own:'
const RESOLVED = `\0${PREFIX}`

/** Files of the user's that workers serve, absolute paths. */
export interface OwnFiles {
  simulators: readonly string[]
  routes: readonly string[]
  /** Modules that export what is masked. */
  redact?: readonly string[]
  /** Modules that export checks. */
  checks?: readonly string[]
  isRecording?: true
}

/** Whether a file is read as data, and no module. */
const isData = (file: string): boolean => isToolkitFile(file) || isRecordingFile(file)

/** Id of the setup module that serves these files in a worker. */
export const ownModuleId = (files: OwnFiles): string =>
  PREFIX + Buffer.from(JSON.stringify(files)).toString('base64url')

export const wantsOwn = (source: string): boolean => source.includes(PREFIX)

/** Id that the loader knows it by. */
export const resolveOwn = (source: string): string =>
  RESOLVED + source.slice(source.indexOf(PREFIX) + PREFIX.length)

/** The files of a resolved id; undefined for another id. */
export const ownFilesOf = (id: string): OwnFiles | undefined =>
  id.startsWith(RESOLVED)
    ? (JSON.parse(Buffer.from(id.slice(RESOLVED.length), 'base64url').toString('utf8')) as OwnFiles)
    : undefined

/**
 * Code of the setup module. Modules of simulators and routes are imported by it, so that Vitest transforms them as it
 * does tests.
 *
 * @param runtime Absolute path of the module that exports `serveOwn`.
 */
export function ownModuleCode(files: OwnFiles, runtime: string): string {
  const { redact = [], checks = [] } = files
  const modules = [...files.simulators, ...files.routes, ...redact, ...checks].filter((file) => !isData(file))
  const imports = modules.map((file, i) => `import * as module${i} from ${JSON.stringify(file)}`)
  const listed = (files: readonly string[]): string =>
    files
      .map((file) => {
        const path = JSON.stringify(file)
        return isData(file)
          ? `{ path: ${path} }`
          : `{ path: ${path}, module: module${modules.indexOf(file)} }`
      })
      .join(', ')
  return [
    `import { serveOwn } from ${JSON.stringify(runtime)}`,
    ...imports,
    `serveOwn({ simulators: [${listed(files.simulators)}], routes: [${listed(files.routes)}], redact: [${listed(redact)}], checks: [${listed(checks)}]${files.isRecording ? ', isRecording: true' : ''} })`,
  ].join('\n')
}
