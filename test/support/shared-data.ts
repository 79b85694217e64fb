import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(process.env.TRACEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../shared'))

/** Whether the reference data is on this machine; tests that need it are skipped where it is not. */
export const hasSharedData: boolean = existsSync(resolve(root, 'data'))

/** Path of a file of the reference data. */
const sharedPath = (file: string): string => resolve(root, 'data', file)

/** Text of a file of the reference data. */
export const sharedText = (file: string): string => readFileSync(sharedPath(file), 'utf8')

/** Names of the files in a folder of the reference data. */
export const sharedFiles = (folder: string): string[] =>
  hasSharedData ? readdirSync(sharedPath(folder)) : []

/** Lines of a JSONL file of the reference data. */
export const sharedLines = (file: string): string[] =>
  hasSharedData && existsSync(sharedPath(file)) ? sharedText(file).split('\n').filter(Boolean) : []
