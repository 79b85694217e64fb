import { writeWhole } from '../../shared/whole-file.ts'
import type { SyntheticToolkit } from './toolkit.ts'

/** Writes a `*.toolkit.json` file, whole or not at all. */
export const writeToolkit = (file: string, toolkit: SyntheticToolkit): void =>
  writeWhole(file, [`${JSON.stringify(toolkit, null, 1)}\n`])
