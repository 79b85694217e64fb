import { createHash } from 'node:crypto'
import { existsSync, utimesSync } from 'node:fs'
import { basename } from 'node:path'
import { readText, writeWhole } from '../../shared/whole-file.ts'
import { printToolFields, type ToolSchemas } from '../print-tool-types.ts'

const MARK = '// tracewright writes this file'

/** The file beside a toolkit or a recording that types its tools: `shop.toolkit.d.ts` of `shop.toolkit.json`. */
export const buildToolTypesPath = (file: string): string => file.replace(/\.json$/, '.d.ts')

/**
 * Writes the types of a toolkit or a recording next to it, so that suites as code know its tools. A file with the same types
 * stays, however it is formatted.
 *
 * @returns whether the file has the types; false where someone else wrote it
 */
export function writeToolTypes(file: string, tools: readonly (ToolSchemas & { name: string })[]): boolean {
  const path = buildToolTypesPath(file)
  const fields = printToolFields(tools.map((tool) => [tool.name, tool]))
  const digest = createHash('sha256').update(fields).digest('hex').slice(0, 16)
  const mark = `${MARK}, from ${basename(file)} (${digest}).`
  const [before] = existsSync(path) ? readText(path, 'types').split(/\r?\n/) : [MARK]
  if (before?.startsWith(MARK) !== true) return false
  // Its time tells that it is as new as the file that it is made from.
  if (before === mark) utimesSync(path, new Date(), new Date())
  else
    writeWhole(path, [
      `${mark}\n/* eslint-disable */\nexport {}\n\ndeclare module 'tracewright/suite' {\n  interface Tools {\n${fields}  }\n}\n`,
    ])
  return true
}
