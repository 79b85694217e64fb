import { takeFirstLines } from '../shared/problem-list.ts'
import { readSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { warn } from './output.ts'

const SHOWN = 5

export async function readTasks(file: string): Promise<SuiteLine[]> {
  const lines = await readSuite(file)
  const warnings = lines.flatMap((line) => line.warnings ?? [])
  for (const warning of takeFirstLines(warnings, SHOWN, `more warnings like these in ${file}`)) warn(warning)
  return lines
}
