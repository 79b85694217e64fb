import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'vitest'

const root = resolve(process.env.TRACEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../shared'))

/** Whether the reference data is on this machine; tests that need it are skipped where it is not. */
export const hasSharedData: boolean = existsSync(resolve(root, 'data'))

/** Path of a file of the reference data. */
const sharedPath = (file: string): string => resolve(root, 'data', file)

/** Text of a file of the reference data. */
export const readSharedText = (file: string): string => readFileSync(sharedPath(file), 'utf8')

/** Names of the files in a folder of the reference data. */
export const listSharedFiles = (folder: string): string[] =>
  hasSharedData ? readdirSync(sharedPath(folder)) : []

/** Lines of a JSONL file of the reference data. */
export const readSharedLines = (file: string): string[] =>
  hasSharedData && existsSync(sharedPath(file)) ? readSharedText(file).split('\n').filter(Boolean) : []

const withoutShared = (name: string, folder: string): void =>
  it.skip(`${name} (needs the reference data, folder ${folder}, which is not on this machine)`, () =>
    undefined)

/** Tests over a folder of the reference data; where that is missing, one skipped test that says so. */
export const describeWithShared = (name: string, folder: string, tests: () => void): void =>
  hasSharedData ? void describe(name, tests) : withoutShared(name, folder)

/** A test over a folder of the reference data; where that is missing, a skipped one that says so. */
export const testWithShared = (name: string, folder: string, test: () => void | Promise<void>): void =>
  hasSharedData ? it(name, test) : withoutShared(name, folder)
