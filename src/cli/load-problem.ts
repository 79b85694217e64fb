import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { messageOf } from '../shared/errors.ts'

/** An error of the compiler, as Vite hands it on: its message goes on with a picture of the source. */
interface CompilerError {
  message: string
  loc?: { file: string; line: number }
}

/** The first error of a compiler; they stand in a field of what was thrown. */
const compilerErrorOf = (error: unknown): CompilerError | undefined =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined

/** Why a module does not load, in one line: `own.ts:3: Unexpected token`. */
export function loadProblem(error: unknown): string {
  const compiler = compilerErrorOf(error)
  const [first = ''] = stripVTControlCharacters(compiler?.message ?? messageOf(error)).split('\n')
  const cause = first
    .replace(/^\[[A-Z_]+\] /, '')
    .replace(/ \(resolved id: .*?\)/, '')
    .replace(/\. Does the file exist\?$/, '')
    .replace(/\.$/, '')
  const at = compiler?.loc
  return at === undefined ? cause : `${relative(process.cwd(), at.file)}:${at.line}: ${cause}`
}
