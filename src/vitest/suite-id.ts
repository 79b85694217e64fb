import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { findNearestName } from '../shared/did-you-mean.ts'

const SHARD = /[?&]tracewright-shard=(\d+)-(\d+)/

/** A part of a suite that one shard runs. */
export interface Slice {
  index: number
  count: number
}

const CODE = /\.suite\.[cm]?tsx?(?:$|\?)/
const ENTRY = 'tracewright/suite'
const IMPORTS_TASK = /(?:from|import)\s*['"]tracewright\/suite['"]/
const TASK_FROM = /\bimport\s[^'"]*\btask\b[^'"]*\bfrom\s*['"]([^'"]+)['"]/
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|(['"`])(?:\\[\s\S]|(?!\1)[^\\])*\1/g
const CALLS_TASK = /(?<![.\w$])task\s*(?:\.\s*\w+\s*)?\(/
const DECLARES_TASK = /[({,]\s*task\s*[,)}:=]|\b(?:as|import|const|let|var|function)\s+task\b|\btask\s*=>/
/** Whether a file is a suite, by its path. Another one with such a name is not ours. */
const isOurs = new Map<string, boolean>()

export const readModuleFile = (id: string): string => id.replace(/\?.*$/, '')

/** Query of a suite as code that is imported for its tasks alone. */
export const TASKS_ALONE = 'tracewright-tasks'

/** Whether a suite is imported for its tasks alone. */
export const isAlone = (id: string): boolean => id.endsWith(`?${TASKS_ALONE}`)

/**
 * Whether a module with the name of a suite is meant as one and does not import `tracewright/suite`: it is empty, misspells
 * the import, or calls a `task` that nothing declares. A module of another library is none of these.
 */
export function lacksImport(text: string): boolean {
  if (IMPORTS_TASK.test(text)) return false
  const code = text.replace(COMMENT_OR_TEXT, (found) => (found.startsWith('/') ? '' : "''")).trim()
  const [, source] = TASK_FROM.exec(text) ?? []
  if (source !== undefined)
    return source.startsWith('tracewright') || findNearestName(source, [ENTRY]) !== undefined
  return code === '' || (CALLS_TASK.test(code) && !DECLARES_TASK.test(code))
}

/** Notes the text of a module whose name may be that of a suite. @returns Whether it is one */
export function noteCode(id: string, text: string): boolean {
  const isSuite = CODE.test(id) && (IMPORTS_TASK.test(text) || lacksImport(text))
  if (CODE.test(id)) isOurs.set(readModuleFile(id), isSuite)
  return isSuite
}

/** Whether a module is a suite as code. Its file is read once, then whenever it is transformed. */
export function isCodeId(id: string): boolean {
  if (!CODE.test(id)) return false
  const file = readModuleFile(id)
  let known = isOurs.get(file)
  if (known === undefined) {
    try {
      known = noteCode(file, readFileSync(file, 'utf8'))
    } catch {
      known = false
    }
    isOurs.set(file, known)
  }
  return known
}

/** Whether a file has the name of a suite as code and is none. */
export const isForeignId = (id: string): boolean => CODE.test(id) && !isCodeId(id)

export const isSuiteId = (id: string): boolean => /\.suite\.jsonl(?:$|\?)/.test(id) || isCodeId(id)

/** The slice that a module id names, or undefined where it is the whole suite. */
export function parseSlice(id: string): Slice | undefined {
  const match = SHARD.exec(id)
  return match === null ? undefined : { index: Number(match[1]), count: Number(match[2]) }
}

/** Module id of a slice of a suite. Each slice is a module of its own, so that merged reports keep all of them. */
export const sliceId = (file: string, { index, count }: Slice): string =>
  `${file}?tracewright-shard=${index}-${count}`

export const removeSlice = (name: string): string => name.replace(SHARD, '')

/**
 * Says of each row of a suite, in their order, whether a slice runs it: round robin, starting elsewhere in each suite, so
 * that short suites do not all burden the first shard.
 */
export function createSliceFilter(file: string, root: string, slice: Slice | undefined): () => boolean {
  const { index, count } = slice ?? { index: 1, count: 1 }
  const offset = createHash('sha256').update(relative(root, file)).digest().readUInt16BE(0)
  let i = 0
  return () => (i++ + offset) % count === index - 1
}

/** The rows of a suite that a slice runs. */
export function* takeSlice<T>(
  rows: Iterable<T>,
  file: string,
  root: string,
  slice: Slice | undefined,
): Generator<T, void> {
  const isInSlice = createSliceFilter(file, root, slice)
  for (const row of rows) if (isInSlice()) yield row
}
