import { readSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { warn } from './output.ts'

const SHOWN = 5

export async function readTasks(file: string): Promise<SuiteLine[]> {
  const lines = await readSuite(file)
  const warnings = lines.flatMap((line) => line.warnings ?? [])
  for (const warning of warnings.slice(0, SHOWN)) warn(warning)
  if (warnings.length > SHOWN) warn(`${file}: and ${warnings.length - SHOWN} more warnings like these`)
  return lines
}
